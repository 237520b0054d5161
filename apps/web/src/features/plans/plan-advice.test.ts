import { formatDecimal } from '@farline/contracts/micros';
import type { Plan } from '@farline/contracts/plans';
import { expect, test } from 'vitest';
import { type MonthOfCalls, monthsWith } from './plan-advice.ts';

const dollars = (amount: string) => ({ amount, currency: 'USD' });
const none = { features: [], included: [], includedMessages: 0, percentOff: 0, isSample: false };
const europe = { group: 'europe-fixed', title: 'Europe, landlines', countryCodes: ['DE', 'FR'], kinds: ['fixed'] };
const BASIC: Plan = { ...none, id: 'basic', name: 'Basic', pricePerMonth: dollars('0.0000') };
const PLUS: Plan = {
  ...none,
  id: 'plus',
  name: 'Plus',
  pricePerMonth: dollars('5.0000'),
  included: [{ ...europe, minutes: 200 }],
  percentOff: 10,
};
const PRO: Plan = { ...PLUS, id: 'pro', name: 'Pro', pricePerMonth: dollars('15.0000'), percentOff: 20 };
const GERMANY: MonthOfCalls = { countryCode: 'DE', kind: 'fixed', minutes: 250, perMinute: dollars('0.0250') };

function sums(calls: Partial<MonthOfCalls>, plans: readonly Plan[] = [BASIC, PLUS, PRO]) {
  const { months, cheapest } = monthsWith(plans, { ...GERMANY, ...calls });
  return {
    totals: months.map(({ totalMicros }) => formatDecimal(totalMicros)),
    cheapest: cheapest.map(({ plan }) => plan.name),
  };
}

test('what goes beyond the included minutes is paid at the lower price of the plan', () => {
  // 250 × 0.025; 5 + 50 × 0.0225; 15 + 50 × 0.02.
  expect(sums({})).toEqual({ totals: ['6.2500', '6.1250', '16.0000'], cheapest: ['Plus'] });
  const [, plus] = monthsWith([BASIC, PLUS], GERMANY).months;
  expect(plus).toMatchObject({ includedMinutes: 200, paidMinutes: 50, perMinuteMicros: 22_500n });
});

test('a plan whose minutes cover all costs its price, and not a millionth more', () => {
  expect(sums({ minutes: 200 })).toEqual({ totals: ['5.0000', '5.0000', '15.0000'], cheapest: ['Basic', 'Plus'] });
  expect(sums({ minutes: 201 })).toEqual({ totals: ['5.0250', '5.0225', '15.0200'], cheapest: ['Plus'] });
});

test('without a call the plan without a price is the cheapest', () => {
  expect(sums({ minutes: 0 })).toEqual({ totals: ['0.0000', '5.0000', '15.0000'], cheapest: ['Basic'] });
});

test('minutes to another country, or to mobiles, are not taken from what landlines have', () => {
  // 5 + 250 × 0.0225; 15 + 250 × 0.02.
  const expected = { totals: ['6.2500', '10.6250', '20.0000'], cheapest: ['Basic'] };
  expect(sums({ kind: 'mobile' })).toEqual(expected);
  expect(sums({ countryCode: 'NG' })).toEqual(expected);
});

test('a lower price is rounded up to the millionth, as the server does', () => {
  // 0.000011 less a tenth is 0.0000099, which is 0.00001 to the millionth: 100 of them are 0.001.
  expect(sums({ countryCode: 'NG', minutes: 100, perMinute: dollars('0.000011') }, [PLUS])).toEqual({
    totals: ['5.0010'],
    cheapest: ['Plus'],
  });
});

test('a sum that no floating point number holds is exact', () => {
  expect(sums({ minutes: 3, perMinute: dollars('0.1') }, [BASIC]).totals).toEqual(['0.3000']);
  expect(sums({ minutes: 44_640, perMinute: dollars('999999.999999') }, [BASIC]).totals).toEqual(['44639999999.95536']);
});

test('a plan of another currency is not compared', () => {
  const other = { ...PLUS, pricePerMonth: { amount: '1.0000', currency: 'EUR' } };
  expect(sums({}, [BASIC, other])).toEqual({ totals: ['6.2500'], cheapest: ['Basic'] });
  expect(sums({}, [other])).toEqual({ totals: [], cheapest: [] });
});
