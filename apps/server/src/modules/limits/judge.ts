import { type LimitName, type LimitOwner, type Micros, micros } from '@farline/contracts';
import type { Limits, Used } from './limit.ts';

/** The limits of an account and of the one who calls, how far each has come, and what was lifted or opened. */
export type LimitsUsage = {
  account: { limits: Limits; used: Used };
  user: { limits: Limits; used: Used };
  lifted: ReadonlySet<LimitName>;
  /** The destination was opened, though it is expensive. */
  isOpened: boolean;
  /** The account called this country before. */
  isKnownCountry: boolean;
};

/** A call that somebody wants to place. */
export type WantedCall = {
  perMinuteMicros: Micros;
  connectionMicros: Micros;
  /** The price of its first step: less is no call. */
  leastMicros: Micros;
  countryCode: string | null;
  /** The rate table has it closed until somebody opens it. */
  isClosed: boolean;
};

/** A message that somebody wants to send. */
export type WantedMessage = Pick<WantedCall, 'countryCode' | 'isClosed'> & {
  /** Of money or trial credit: all of it, before it is sent. */
  costMicros: Micros;
};

/** What stands in the way. */
export type Stop = { limit: LimitName; owner: LimitOwner } | { limit: 'destination'; owner: 'account' };

/** `mostMicros`: what may be spent now before a limit is reached, and which; null: those are lifted. */
export type Left = { mostMicros: Micros; bound: { limit: 'day' | 'hour'; owner: LimitOwner } } | null;

export type Judgement = { allowed: true; left: Left } | { allowed: false; stop: Stop };

/** Whether a call may begin. What can be known before it costs anything is looked at first. */
export function judgeCall(usage: LimitsUsage, call: WantedCall): Judgement {
  const stop =
    priceStop(usage, call) ?? countStop(usage, 'calls') ?? (isNewCountry(usage, call) ? countryStop(usage) : null);
  if (stop !== null) return { allowed: false, stop };
  const left = leftToSpend(usage);
  if (left !== null && left.mostMicros < call.leastMicros) return { allowed: false, stop: left.bound };
  return { allowed: true, left };
}

/** Whether a message may be sent: it costs what it costs, so no limit of a minute's price is asked. */
export function judgeMessage(usage: LimitsUsage, message: WantedMessage): Judgement {
  if (message.isClosed && !usage.isOpened) {
    return { allowed: false, stop: { limit: 'destination', owner: 'account' } };
  }
  const stop = isNewCountry(usage, message) ? countryStop(usage) : null;
  if (stop !== null) return { allowed: false, stop };
  const left = leftToSpend(usage);
  if (left !== null && left.mostMicros < message.costMicros) return { allowed: false, stop: left.bound };
  return { allowed: true, left };
}

function priceStop(usage: LimitsUsage, call: WantedCall): Stop | null {
  if (usage.isOpened) return null;
  if (call.isClosed) return { limit: 'destination', owner: 'account' };
  return (
    first(usage, 'per_minute', ({ limits }) => call.perMinuteMicros > limits.perMinuteMicros) ??
    first(usage, 'connection_fee', ({ limits }) => call.connectionMicros > limits.connectionMicros)
  );
}

const countStop = (usage: LimitsUsage, limit: 'calls'): Stop | null =>
  first(usage, limit, ({ limits, used }) => used.calls >= limits.calls);

const isNewCountry = (usage: LimitsUsage, call: Pick<WantedCall, 'countryCode'>): boolean =>
  call.countryCode !== null && !usage.isKnownCountry;

const countryStop = (usage: LimitsUsage): Stop | null =>
  first(usage, 'new_countries', ({ limits, used }) => used.newCountries >= limits.newCountries);

/** What the day and hour limits of both leave now; the smallest, and whose it is. */
export function leftToSpend(usage: Pick<LimitsUsage, 'account' | 'user' | 'lifted'>): Left {
  let left: Left = null;
  for (const [owner, { limits, used }] of owners(usage)) {
    for (const limit of ['day', 'hour'] as const) {
      if (usage.lifted.has(limit)) continue;
      const rest = limit === 'day' ? limits.dayMicros - used.dayMicros : limits.hourMicros - used.hourMicros;
      const mostMicros = micros(rest > 0n ? rest : 0n);
      if (left === null || mostMicros < left.mostMicros) left = { mostMicros, bound: { limit, owner } };
    }
  }
  return left;
}

type Owned = { limits: Limits; used: Used };

function first(usage: LimitsUsage, limit: LimitName, isPassed: (owned: Owned) => boolean): Stop | null {
  if (usage.lifted.has(limit)) return null;
  const found = owners(usage).find(([, owned]) => isPassed(owned));
  return found === undefined ? null : { limit, owner: found[0] };
}

const owners = ({ account, user }: Pick<LimitsUsage, 'account' | 'user'>): [LimitOwner, Owned][] => [
  ['account', account],
  ['sign_in', user],
];
