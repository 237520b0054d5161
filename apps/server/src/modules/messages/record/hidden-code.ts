/** What stands for a code in a text of which whoever sends it must not read the code: as long, and in the alphabet of the GSM. */
export const HIDDEN_CODE = '******';
/** A code as any other, for what judges by the text alone. */
export const ANY_CODE = '000000';

/** The text as it is sent. */
export const withCode = (text: string, code: string): string => text.replace(HIDDEN_CODE, code);
