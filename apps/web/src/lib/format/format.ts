import type { Money } from '@farline/contracts/money';
import { i18n, isolate, isRightToLeft } from '../language/i18n.ts';
import { zonesOf } from '@farline/contracts/country-zones';

type Decimal = Intl.StringNumericLiteral;

/** Making one takes far longer than using it. */
const formats = new Map<string, Intl.NumberFormat>();
const locales = new Map<string, string>();

/** A balance: two decimals, rounded as a total is, so that balance and spend add up at sight. */
export function formatBalance(money: Money): string {
  return currency(money, { minimumFractionDigits: 2, maximumFractionDigits: 2, roundingMode: 'halfEven' });
}

/** A total at sight: from one unit on in cents, below in four decimals where cents would hide something. The exact one is `formatPrice`. */
export function formatSum(money: Money): string {
  const isSmall = Math.abs(Number(money.amount)) < 1;
  if (!isSmall || isWholeCents(money)) return formatBalance(money);
  return currency(money, { minimumFractionDigits: 4, maximumFractionDigits: 4, roundingMode: 'halfEven' });
}

/** What something cost or will cost: whole cents with two decimals, anything finer with at least four. */
export function formatPrice(money: Money): string {
  return currency(money, { minimumFractionDigits: isWholeCents(money) ? 2 : 4, maximumFractionDigits: 6 });
}

const isWholeCents = ({ amount }: Money): boolean => /^-?\d+(\.\d{1,2}0*)?$/.test(amount);

/** A price that runs: always four decimals, so that it does not jump. */
export function formatRunningPrice(money: Money): string {
  return currency(money, { minimumFractionDigits: 4, maximumFractionDigits: 4, roundingMode: 'ceil' });
}

/** With four decimals at least, as wide as any other in a column of them. */
export function formatRate(money: Money): string {
  return currency(money, { minimumFractionDigits: 4, maximumFractionDigits: 6 });
}

/** A price per minute or part, wherever people read one: no more decimals than matter. */
export function formatRateShort(money: Money): string {
  return currency(money, { minimumFractionDigits: 2, maximumFractionDigits: 6 });
}

/** A duration as 3:24 or 1:02:09. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const minutes = Math.floor(whole / 60);
  const rest = String(whole % 60).padStart(2, '0');
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`;
}

/** A long stretch of time in words: `3 h 20 min`, `12 min`, `40 s`. Rounded down. */
export function formatStretch(seconds: number): string {
  if (seconds < 60) return unit(Math.floor(seconds), 'second');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return unit(minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  if (hours >= 100 || minutes % 60 === 0) return unit(hours, 'hour');
  return `${unit(hours, 'hour')} ${unit(minutes % 60, 'minute')}`;
}

const ENGLISH_UNITS = { second: 's', minute: 'min', hour: 'h' } as const;

/** English has the signs of the International System, which Intl gives only without a space. */
function unit(count: number, name: keyof typeof ENGLISH_UNITS): string {
  if (i18n.language === 'en') return `${formatCount(count)} ${ENGLISH_UNITS[name]}`;
  return numberFormat(locale(), { style: 'unit', unit: name, unitDisplay: 'short' }).format(count);
}

/** A whole number with the language's separators. */
export function formatCount(count: number): string {
  return numberFormat(locale(), {}).format(count);
}

/** A share of 0 to 1 as percent, with up to this many decimals. */
export function formatShare(share: number, decimals = 0): string {
  return numberFormat(locale(), {
    style: 'percent',
    maximumFractionDigits: decimals,
    roundingMode: 'floor',
  }).format(share);
}

/** Whose long name is that of an office: people say the short one. */
const SHORT_NAMED = new Set(['HK', 'MO', 'PS']);
const regionNames = new Map<string, Intl.DisplayNames>();

/** A country's name in the page's language, the same on every page; its code where it has none. */
export function countryName(code: string): string {
  const style = SHORT_NAMED.has(code) ? 'short' : 'long';
  const key = `${i18n.language} ${style}`;
  const names =
    regionNames.get(key) ?? new Intl.DisplayNames(i18n.language, { type: 'region', style, fallback: 'code' });
  regionNames.set(key, names);
  return names.of(code) ?? code;
}

/** Several that all hold: `Ada, Ben, and Cy`. */
export const formatList = (items: string[]): string =>
  new Intl.ListFormat(locale(), { type: 'conjunction' }).format(items);

/** A month, `2034-12`, in words: `December 2034`. */
export function formatMonth(month: string): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  return new Intl.DateTimeFormat(locale(), { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(first);
}

/** A time of day as the reader writes one: `3:12 AM`, `03:12`. */
export function formatTimeOfDay(at: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale(), {
    ...(timeZone === undefined ? {} : { timeZone }),
    ...clockParts(),
  }).format(at);
}

type ClockParts = { hour: 'numeric' | '2-digit'; minute: '2-digit' };

const clocks = new Map<string, ClockParts>();

/** Hours and minutes of a clock. Without `AM` the hour has two digits: `7:57` beside a call would be read as its duration. */
export function clockParts(): ClockParts {
  const known = clocks.get(locale());
  if (known !== undefined) return known;
  const isHalfDay = new Intl.DateTimeFormat(locale(), { hour: 'numeric' }).resolvedOptions().hour12 === true;
  const parts: ClockParts = { hour: isHalfDay ? 'numeric' : '2-digit', minute: '2-digit' };
  clocks.set(locale(), parts);
  return parts;
}

/** The time there now, or null where the country has several or none is known. */
export function localTimeIn(countryCode: string, now: Date = new Date()): string | null {
  const zones = zonesOf(countryCode);
  const times = new Set(zones.map((timeZone) => formatTimeOfDay(now, timeZone)));
  const [time] = times;
  return times.size === 1 && time !== undefined ? time : null;
}

function currency(money: Money, options: Intl.NumberFormatOptions): string {
  // In right-to-left text an amount is one piece from left to right, `$12.34`, as on the phones sold there.
  const format = numberFormat(isRightToLeft() ? 'en' : locale(), {
    style: 'currency',
    currency: money.currency,
    currencyDisplay: 'narrowSymbol',
    ...options,
  });
  return isolate(format.format(money.amount as Decimal)); // A decimal string is formatted exactly; the contract guarantees its form.
}

function numberFormat(forLocale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${forLocale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(forLocale, options);
  formats.set(key, format);
  return format;
}

/**
 * The reader's own variant of the page's language: `en-GB` dates for a British reader, `en` for a French one. Figures are
 * 0 to 9 and days those of the common calendar everywhere: as on the keypad, and as in every record.
 */
export function locale(): string {
  const own = globalThis.navigator?.languages?.find((tag) => tag.split('-')[0] === i18n.language) ?? i18n.language;
  const full = locales.get(own) ?? new Intl.Locale(own, { numberingSystem: 'latn', calendar: 'gregory' }).toString();
  locales.set(own, full);
  return full;
}
