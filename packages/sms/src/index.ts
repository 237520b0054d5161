export { decodeGsm7, encodeGsm7 } from './gsm-7.ts';
export { foldWord } from './fold-word.ts';
export { findKeyword, type Keyword, type KeywordLanguage, readKeyword } from './keyword.ts';
export { namesKeyword } from './names-keyword.ts';
export { decodeLatin1, encodeLatin1 } from './latin-1.ts';
export { NATIONAL_LANGUAGES, type NationalLanguage, type NationalShift } from './national-alphabets.ts';
export {
  type DeliveryReceipt,
  type DeliveryState,
  type DeliveryReceiptTlvs,
  readDeliveryReceipt,
} from './delivery-receipt.ts';
export { replacementFor } from './replacement.ts';
export { type SegmentOptions, type Segments, segmentText } from './segment-text.ts';
export { isNight, isRestDay, nightOf } from './quiet-hours.ts';
export { type SenderRule, senderRuleOf } from './sender-rules.ts';
export type { QuietHours } from './sender-rules-data.ts';
export { packSeptets, unpackSeptets } from './septets.ts';
export { decodeUcs2, encodeUcs2 } from './ucs-2.ts';
export {
  type Concatenation,
  readUserData,
  type UserData,
  type UserDataEncoding,
  writeUserDataHeader,
} from './user-data.ts';
