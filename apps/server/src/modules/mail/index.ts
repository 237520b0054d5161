export type { AccountMailKind } from './account-mail-words.ts';
export type { AddressMailKind } from './address-mail-words.ts';
export { FACTOR_WORDS, type FactorChange } from './factor-mail-words.ts';
export { composeAccountMail, composeAddressMail, composeMail } from './compose-mail.ts';
export { type MailKey, say } from './notice-texts/index.ts';
export { writePaymentMail, writeRefundMail } from './payment-mail.ts';
