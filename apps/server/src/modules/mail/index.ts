export type { AddressLetterKind } from './address-letter-words.ts';
export { FACTOR_WORDS, type FactorNews } from './factor-letter-words.ts';
export type { LetterKind } from './letter-words.ts';
export { composeAddressLetter, composeLetter, composeNotice, type Mail } from './letters.ts';
export { type MailKey, say } from './notice-words/index.ts';
export { writeReceipt, writeRefundMail } from './receipt.ts';
