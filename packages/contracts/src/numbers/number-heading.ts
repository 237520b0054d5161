/**
 * What stands in a column of somebody's file, by its heading. `number`: it says no more than that. `fax`: a number that is not the person's own,
 * or takes no call. `other`: numbers that are no telephones, or what is said of one.
 */
export type NumberHeading = 'mobile' | 'telephone' | 'number' | 'fax' | 'other';

const ABOUT_A_NUMBER =
  /label|type|code|country|extension|\bext\b|yomi|provider|carrier|network|model|consent|verified|status|\bopt\b/;
const FAX = /\bfax|pager|\bassistant/;
const MOBILE =
  /mobil|\bcell|handy|movil|movel|celular|portable|msisdn|whatsapp|\bgsm\b|^sms$|手机|手機|جوال|موبايل|محمول/;
const TELEPHONE = /phone|\btel\b|telefon|rufnummer|电话|電話|هاتف|تليفون|تلفون/;
/** Numbers of these are telephones; those of customers, houses, orders and papers are not. */
const OF_SOMEBODY =
  /\b(?:contact|recipient|receiver|destination|caller|home|work|office|main|primary|private|other|daytime|evening|text|sms)(?: s)? (?:number|no|nr)\b|\bcaller id\b|numero de conta(?:c?to|ct)\b|kontaktnummer/;
const ONLY_NUMBER = /^(?:numbers?|numeros?|nummern?|numer|num|号码|號碼|(?:ال)?رقم) ?\d{0,3}$/;
const ANY_NUMBER = /number|numero|nummer|numer|号码|號碼|رقم|\b(?:no|nr|num)$|\bid\b/;
/** `Phone (with country code)` is a telephone all the same. */
const HOW_IT_IS_WRITTEN = /\(?\b(?:with|including|incl|mit|inkl|con|com|avec)\b.*/;

/** What a heading says of its column, in lower case and without accents; null: nothing about numbers. */
export function numberHeading(heading: string): NumberHeading | null {
  const words = heading
    .replace(/[\s_.:'’-]+/g, ' ')
    .replace(HOW_IT_IS_WRITTEN, '')
    .trim();
  if (ABOUT_A_NUMBER.test(words)) return 'other';
  if (FAX.test(words)) return 'fax';
  if (MOBILE.test(words)) return 'mobile';
  if (TELEPHONE.test(words) || OF_SOMEBODY.test(words)) return 'telephone';
  if (ONLY_NUMBER.test(words.replace(/ ?\(.*/, ''))) return 'number';
  return ANY_NUMBER.test(words) ? 'other' : null;
}

/** Whether a cell is written as telephone numbers are. */
export function looksLikeNumber(cell: string): boolean {
  return /^\+?[\d\s().\-/]+$/.test(cell.trim()) && cell.replace(/\D/g, '').length >= 5;
}
