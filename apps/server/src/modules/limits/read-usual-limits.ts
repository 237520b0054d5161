import { type Micros, parseDecimal } from '@farline/contracts';
import { type Limits, type UsualLimits, usualLimits } from './limit.ts';

/** As an operator writes them: amounts as `25.50`, numbers as `10`; what is not named is left as it is. */
export type WrittenLimits = { account: ReadonlyMap<string, string>; signIn: ReadonlyMap<string, string> };

/** The limits of whoever chose none, with what the operator set. */
export function readUsualLimits(written: WrittenLimits): UsualLimits {
  return {
    account: withWritten(usualLimits.account, written.account),
    user: withWritten(usualLimits.user, written.signIn),
  };
}

function withWritten(limits: Limits, written: ReadonlyMap<string, string>): Limits {
  const money = (name: string, otherwise: Micros) => parseDecimal(written.get(name) ?? '') ?? otherwise;
  return {
    dayMicros: money('day', limits.dayMicros),
    hourMicros: money('hour', limits.hourMicros),
    perMinuteMicros: money('minute', limits.perMinuteMicros),
    connectionMicros: money('fee', limits.connectionMicros),
    calls: Number(written.get('calls') ?? limits.calls),
    newCountries: Number(written.get('countries') ?? limits.newCountries),
  };
}
