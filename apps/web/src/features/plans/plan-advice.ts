import { type Micros, micros, parseDecimal } from '@farline/contracts/micros';
import type { Money } from '@farline/contracts/money';
import type { Plan } from '@farline/contracts/plans';

/** Calls of one month to one country and one kind of number, at the price that they have without a plan. */
export interface MonthOfCalls {
  countryCode: string;
  kind: CalledKind;
  minutes: number;
  perMinute: Money;
}
export type CalledKind = 'mobile' | 'fixed';

/** What such a month costs with a plan: its price, and the minutes beyond what it includes. */
export interface PlanMonth {
  plan: Plan;
  includedMinutes: number;
  paidMinutes: number;
  perMinuteMicros: Micros;
  callsMicros: Micros;
  totalMicros: Micros;
}

/** The month with every plan of the same currency, in their order, and the cheapest of them: several where they cost the same. */
export function monthsWith(
  plans: readonly Plan[],
  calls: MonthOfCalls,
): { months: readonly PlanMonth[]; cheapest: readonly PlanMonth[] } {
  const months = plans
    .filter(({ pricePerMonth }) => pricePerMonth.currency === calls.perMinute.currency)
    .map((plan) => monthWith(plan, calls));
  const cheapest = months.filter((one) => months.every((other) => one.totalMicros <= other.totalMicros));
  return { months, cheapest };
}

function monthWith(plan: Plan, { countryCode, kind, minutes, perMinute }: MonthOfCalls): PlanMonth {
  const group = plan.included.find(
    ({ countryCodes, kinds }) => countryCodes.includes(countryCode) && kinds.includes(kind),
  );
  const includedMinutes = Math.min(minutes, group?.minutes ?? 0);
  const paidMinutes = minutes - includedMinutes;
  const perMinuteMicros = lowerPrice(microsOf(perMinute), plan.percentOff);
  const callsMicros = micros(perMinuteMicros * BigInt(paidMinutes));
  const totalMicros = micros(microsOf(plan.pricePerMonth) + callsMicros);
  return { plan, includedMinutes, paidMinutes, perMinuteMicros, callsMicros, totalMicros };
}

/** Rounded up to the millionth, as the server makes the price of a plan. */
function lowerPrice(price: Micros, percentOff: number): Micros {
  return micros((price * BigInt(100 - percentOff) + 99n) / 100n);
}

function microsOf({ amount }: Money): Micros {
  const read = parseDecimal(amount);
  if (read === null) throw new Error(`Not an amount: ${amount}`);
  return read;
}
