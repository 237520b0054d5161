import type { Money } from '@farline/contracts/money';
import { i18n, isolate, isRightToLeft } from './i18n.ts';
import { dayIn, shownTimeZone } from './time-zone.ts';

type Decimal = Intl.StringNumericLiteral;

const formats = new Map<string, Intl.NumberFormat>();

/** A balance or a total: two decimals, rounded down so that it never promises more than there is. */
export function formatBalance(money: Money): string {
  return currency(money, { minimumFractionDigits: 2, maximumFractionDigits: 2, roundingMode: 'floor' });
}

/** What something cost or will cost: whole cents with two decimals, anything finer with at least four. */
export function formatPrice(money: Money): string {
  const isWholeCents = /^-?\d+(\.\d{1,2}0*)?$/.test(money.amount);
  return currency(money, { minimumFractionDigits: isWholeCents ? 2 : 4, maximumFractionDigits: 6 });
}

/** A price that runs: always four decimals, so that it does not jump. */
export function formatRunningPrice(money: Money): string {
  return currency(money, { minimumFractionDigits: 4, maximumFractionDigits: 4, roundingMode: 'ceil' });
}

/** A price per minute: always four decimals, so that a column of them lines up. */
export function formatRate(money: Money): string {
  return currency(money, { minimumFractionDigits: 4, maximumFractionDigits: 6 });
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
  return new Intl.NumberFormat(locale(), { style: 'unit', unit: name, unitDisplay: 'short' }).format(count);
}

/** When it was, as people say it: `14:05` today, `Yesterday, 14:05`, `Mon 14:05` this week, `3 Mar` before. */
export function formatWhen(instant: string, now: Date = new Date()): string {
  const then = new Date(instant);
  const time = new Intl.DateTimeFormat(locale(), { ...zone(), hour: 'numeric', minute: '2-digit' }).format(then);
  const days = daysBetween(then, now);
  if (days === 0) return time;
  if (days === 1) {
    const yesterday = new Intl.RelativeTimeFormat(i18n.language, { numeric: 'auto' }).format(-1, 'day');
    return `${yesterday.charAt(0).toUpperCase()}${yesterday.slice(1)}, ${time}`;
  }
  if (days < 7) return `${new Intl.DateTimeFormat(locale(), { ...zone(), weekday: 'short' }).format(then)} ${time}`;
  const isThisYear = dayIn(then).slice(0, 4) === dayIn(now).slice(0, 4);
  return new Intl.DateTimeFormat(locale(), {
    ...zone(),
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(then);
}

/** The exact instant with its zone: what hovering shows. */
export function formatExactly(instant: string): string {
  return new Intl.DateTimeFormat(locale(), {
    ...zone(),
    dateStyle: 'full',
    timeStyle: 'long',
  }).format(new Date(instant));
}

/** The day of an instant, in words: `31 March 2026`. */
export function formatDate(instant: string): string {
  return new Intl.DateTimeFormat(locale(), { ...zone(), dateStyle: 'long' }).format(new Date(instant));
}

/** A month, `2034-12`, in words: `December 2034`. */
export function formatMonth(month: string): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  return new Intl.DateTimeFormat(locale(), { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(first);
}

/** A whole number with the language's separators. */
export function formatCount(count: number): string {
  return new Intl.NumberFormat(locale()).format(count);
}

/** A day of the calendar, `2026-03-31`, as people write it: `31 Mar`, with the year where it is told. */
export function formatDay(day: string, style: 'short' | 'weekday' | 'full' = 'short'): string {
  return new Intl.DateTimeFormat(locale(), {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    ...(style === 'weekday' ? { weekday: 'short' } : {}),
    ...(style === 'full' ? { year: 'numeric' } : {}),
  }).format(new Date(`${day}T00:00:00Z`));
}

/** The time of day of an instant, to the second. */
export function formatTime(instant: string): string {
  return new Intl.DateTimeFormat(locale(), { ...zone(), timeStyle: 'medium' }).format(new Date(instant));
}

/** The time of day in a zone at this moment. */
export function formatTimeIn(timeZone: string, now: Date = new Date()): string {
  return new Intl.DateTimeFormat(locale(), { timeZone, hour: 'numeric', minute: '2-digit' }).format(now);
}

/** A share of 0 to 1 as percent, with up to this many decimals. */
export function formatShare(share: number, decimals = 0): string {
  return new Intl.NumberFormat(locale(), {
    style: 'percent',
    maximumFractionDigits: decimals,
    roundingMode: 'floor',
  }).format(share);
}

/** A country's name in the page's language; its code where it has none. */
export function countryName(code: string): string {
  return new Intl.DisplayNames(i18n.language, { type: 'region', fallback: 'code' }).of(code) ?? code;
}

/** The time there now, `03:12`, or null where the country has several or none is known. */
export function localTimeIn(countryCode: string, now: Date = new Date()): string | null {
  const region: Intl.Locale & { getTimeZones?: () => string[] | undefined; timeZones?: string[] } = new Intl.Locale(
    `und-${countryCode}`,
  );
  const zones = region.getTimeZones?.() ?? region.timeZones ?? [];
  const times = new Set(
    zones.map((timeZone) =>
      new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(now),
    ),
  );
  const [time] = times;
  return times.size === 1 && time !== undefined ? time : null;
}

function currency(money: Money, options: Intl.NumberFormatOptions): string {
  const key = `${locale()} ${money.currency} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (format === undefined) {
    // In right-to-left text an amount is one piece from left to right, `$12.34`, as on the phones sold there.
    format = new Intl.NumberFormat(isRightToLeft() ? 'en' : locale(), {
      style: 'currency',
      currency: money.currency,
      currencyDisplay: 'narrowSymbol',
      ...options,
    });
    formats.set(key, format);
  }
  return isolate(format.format(money.amount as Decimal)); // A decimal string is formatted exactly; the contract guarantees its form.
}

/**
 * The reader's own variant of the page's language: `en-GB` dates for a British reader, `en` for a French one. Figures are
 * 0 to 9 and days those of the common calendar everywhere: as on the keypad, and as in every record.
 */
function locale(): string {
  const own = globalThis.navigator?.languages?.find((tag) => tag.split('-')[0] === i18n.language);
  return new Intl.Locale(own ?? i18n.language, { numberingSystem: 'latn', calendar: 'gregory' }).toString();
}

function zone(): { timeZone?: string } {
  const timeZone = shownTimeZone();
  return timeZone === undefined ? {} : { timeZone };
}

function daysBetween(then: Date, now: Date): number {
  return (Date.parse(dayIn(now)) - Date.parse(dayIn(then))) / 86_400_000;
}
