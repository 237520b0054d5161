import { type Micros, micros } from '@farline/contracts';
import { hourOfDay, localDay, type Span } from '../../platform/local-days.ts';
import type { LimitsUsage } from './judge.ts';
import type { Limits, Used } from './limit.ts';
import type { Windows } from './windows.ts';

const HOUR_MS = 60 * 60_000;
/** When the owner is awake again and can look. */
const MORNING_HOUR = 8;

/** The span from now to 8 in the morning of the account's time zone. */
export function nightFrom(now: Date, timeZone: string): Span {
  const today = localDay(now, timeZone);
  const morning = hourOfDay(today, MORNING_HOUR, timeZone);
  if (now < morning) return { from: now, to: morning };
  return { from: now, to: hourOfDay({ ...today, day: today.day + 1 }, MORNING_HOUR, timeZone) };
}

/** What the limits of one owner leave of a part of the night; null: lifted there. */
export type Share = {
  dayLeftMicros: Micros | null;
  hourLeftMicros: Micros | null;
  hourLimitMicros: Micros | null;
  /** Whole hours of the clock that begin in it. */
  hours: number;
  mostMicros: Micros | null;
};
export type Part = Span & { account: Share; signIns: Share; mostMicros: Micros | null };

export type MostTonight = {
  mostMicros: Micros;
  until: Date;
  decidedBy: 'money' | 'limits';
  money: { balanceMicros: Micros; topUpsMicros: Micros; savedCardsMicros: Micros; sumMicros: Micros };
  limits: { underWayMicros: Micros; parts: Part[]; sumMicros: Micros | null };
};

type Owned = { limits: Limits; used: Used };
export type Tonight = {
  now: Date;
  timeZone: string;
  windows: Windows;
  account: Owned;
  /** Every user of the account. */
  users: Owned[];
  lifted: LimitsUsage['lifted'];
  balanceMicros: Micros;
  topUpsMicros: Micros;
  savedCardsMicros: Micros;
  underWayMicros: Micros;
};

/**
 * The most that could be lost until the morning, if somebody else had the account: all the money there is, can come by
 * itself or be added by a saved card, or what the limits allow if that is less. Nothing is guessed: each line of the sum
 * is given.
 */
export function mostTonight(tonight: Tonight): MostTonight {
  const { balanceMicros, topUpsMicros, savedCardsMicros, underWayMicros } = tonight;
  const night = nightFrom(tonight.now, tonight.timeZone);
  const parts = partsOf(night, tonight.windows).map((part) => shareOut(part, tonight));
  const allowed = parts.every(({ mostMicros }) => mostMicros !== null)
    ? sum([underWayMicros, ...parts.map(({ mostMicros }) => mostMicros ?? micros(0n))])
    : null;
  const money = sum([balanceMicros, topUpsMicros, savedCardsMicros]);
  const isByLimits = allowed !== null && allowed < money;
  return {
    mostMicros: isByLimits ? allowed : money,
    until: night.to,
    decidedBy: isByLimits ? 'limits' : 'money',
    money: { balanceMicros, topUpsMicros, savedCardsMicros, sumMicros: money },
    limits: { underWayMicros, parts, sumMicros: allowed },
  };
}

/** The night, cut where the day of the limits ends. */
function partsOf(night: Span, { day }: Windows): Span[] {
  if (day.to >= night.to) return [night];
  return [
    { from: night.from, to: day.to },
    { from: day.to, to: night.to },
  ];
}

function shareOut(part: Span, tonight: Tonight): Part {
  const isNow = part.from.getTime() === tonight.now.getTime();
  const account = shareOf(part, isNow, tonight, tonight.account);
  const signIns = tonight.users.map((user) => shareOf(part, isNow, tonight, user)).reduce(together, NOBODY);
  return { ...part, account, signIns, mostMicros: smaller(account.mostMicros, signIns.mostMicros) };
}

/** What one owner's limits leave of a part. A lift ends with the day: from then on every limit counts. */
function shareOf(part: Span, isNow: boolean, { windows, lifted }: Tonight, { limits, used }: Owned): Share {
  const isLifted = (limit: 'day' | 'hour') => isNow && lifted.has(limit);
  const firstHour = isNow ? windows.hour.to : part.from;
  const hours = Math.max(0, Math.ceil((part.to.getTime() - firstHour.getTime()) / HOUR_MS));
  const dayLeftMicros = isLifted('day') ? null : left(limits.dayMicros, isNow ? used.dayMicros : 0n);
  const hourLeftMicros = isLifted('hour') || !isNow ? null : left(limits.hourMicros, used.hourMicros);
  const hourLimitMicros = isLifted('hour') ? null : limits.hourMicros;
  const byHours = hourLimitMicros === null ? null : micros((hourLeftMicros ?? 0n) + BigInt(hours) * hourLimitMicros);
  return { dayLeftMicros, hourLeftMicros, hourLimitMicros, hours, mostMicros: smaller(dayLeftMicros, byHours) };
}

const NOBODY: Share = {
  dayLeftMicros: micros(0n),
  hourLeftMicros: null,
  hourLimitMicros: micros(0n),
  hours: 0,
  mostMicros: micros(0n),
};

/** Two sign-ins spend side by side. */
function together(one: Share, other: Share): Share {
  return {
    dayLeftMicros: both(one.dayLeftMicros, other.dayLeftMicros),
    hourLeftMicros: one === NOBODY ? other.hourLeftMicros : both(one.hourLeftMicros, other.hourLeftMicros),
    hourLimitMicros: both(one.hourLimitMicros, other.hourLimitMicros),
    hours: other.hours,
    mostMicros: both(one.mostMicros, other.mostMicros),
  };
}

const left = (limit: bigint, used: bigint): Micros => micros(limit > used ? limit - used : 0n);
const sum = (amounts: Micros[]): Micros => micros(amounts.reduce((all, amount) => all + amount, 0n));
const both = (one: Micros | null, other: Micros | null): Micros | null =>
  one === null || other === null ? null : micros(one + other);

function smaller(one: Micros | null, other: Micros | null): Micros | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}
