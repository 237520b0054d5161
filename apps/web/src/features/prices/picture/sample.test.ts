import { expect, test } from 'vitest';
import { sampleNumber, sampleSum } from './sample.ts';

const money = (amount: string) => ({ amount, currency: 'USD' });
const terms = { perMinute: money('0.0180'), connectionFee: money('0.0000'), minimumSeconds: 0 };

test.each([
  [1, 1, '0', { billed: 204, time: money('0.0612'), fee: money('0'), total: money('0.0612') }],
  [60, 60, '0', { billed: 240, time: money('0.0720'), fee: money('0'), total: money('0.0720') }],
  [30, 6, '0.0050', { billed: 204, time: money('0.0612'), fee: money('0.0050'), total: money('0.0662') }],
])(
  'the sum of the sample is right in steps of %i s, then %i s, with a fee of %s',
  (firstSeconds, nextSeconds, fee, sum) => {
    expect(
      sampleSum({ terms: { ...terms, firstSeconds, nextSeconds, connectionFee: money(fee) }, seconds: 204 }),
    ).toEqual(sum);
  },
);

test('the sample calls nobody’s number, and shows none where every number may be somebody’s', () => {
  expect(sampleNumber({ code: 'GB', callingCode: '44' })).toBe('+44 7700 900123');
  expect(sampleNumber({ code: 'NG', callingCode: '234' })).toBe('+234 ••• ••• 123');
});
