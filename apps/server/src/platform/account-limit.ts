/** How often an account may ask something of a kind; routes with the same `name` count together. */
export type AccountLimit = { name: string; most: number; windowSeconds: number };

const HOUR_SECONDS = 60 * 60;

/** For routes that read everything an account has and write it into a file. */
export const EXPORT_LIMIT: AccountLimit = { name: 'export-file', most: 60, windowSeconds: HOUR_SECONDS };
/** For routes that take a whole file in. */
export const IMPORT_LIMIT: AccountLimit = { name: 'import-file', most: 30, windowSeconds: HOUR_SECONDS };
/** For a new SIP phone, each of which is told by mail. */
export const NEW_SIP_PHONE_LIMIT: AccountLimit = { name: 'new-sip-phone', most: 30, windowSeconds: HOUR_SECONDS };
