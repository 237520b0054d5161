import { type EndReason, type Money, noticeSentence } from '@farline/contracts';
import type { Language } from '../../platform/languages.ts';
import { type MailKey, say } from '../mail/index.ts';
import type { Told } from './notice.ts';

/** How somebody reads: in a language, with the days of a time zone. */
export type Reader = { language: Language; timeZone: string };

/** The notice as a sentence of a language, with amounts and days as they are written there. */
export function sentenceIn({ language, timeZone }: Reader, told: Told): string {
  const { key, values } = noticeSentence(told, {
    money: (amount) => moneyIn(language, amount),
    day: (at) => new Intl.DateTimeFormat(locale(language), { dateStyle: 'long', timeZone }).format(new Date(at)),
    month: (text) => month(text, language),
    // Isolated (Unicode Standard Annex 9, LRI and PDI): its plus would else stand behind it.
    number: (e164) => (language === 'ar' ? `\u2066${e164}\u2069` : e164),
    list: (items) => new Intl.ListFormat(language, { type: 'conjunction' }).format(items),
    duration,
    reason: (reason) => say(language, LIMIT_KEYS[reason] ?? 'limit_closed'),
  });
  return say(language, key, values);
}

/** An amount as it is written in a language. */
export function moneyIn(language: Language, { amount, currency }: Money): string {
  const style = { style: 'currency', currency, maximumFractionDigits: 4 } as const;
  return new Intl.NumberFormat(locale(language), style).format(Number(amount));
}

/** Figures are 0 to 9 everywhere, as on the keypad and in every record. */
function locale(language: Language): string {
  return new Intl.Locale(language, { numberingSystem: 'latn', calendar: 'gregory' }).toString();
}

/** `2034-12` as people say it. */
function month(text: string, language: Language): string {
  return new Intl.DateTimeFormat(locale(language), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${text}-01`),
  );
}

function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}

/** What stopped a call; for any other reason its number is closed. */
const LIMIT_KEYS: Partial<Record<EndReason, MailKey>> = {
  limit_day: 'limit_day',
  limit_hour: 'limit_hour',
  limit_per_minute: 'limit_price',
  limit_connection_fee: 'limit_price',
  limit_new_countries: 'limit_new_countries',
  too_many_calls: 'limit_calls',
};
