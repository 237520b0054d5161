import { micros } from '@farline/contracts';
import { expect, test } from 'vitest';
import { taxOn, type TaxRule, taxRuleFor } from './tax.ts';

const rule = (mode: TaxRule['mode'], percent: number, country: string | null = null): TaxRule => ({
  country,
  name: 'VAT',
  rateMicros: micros(BigInt(Math.round(percent * 1_000_000))),
  mode,
});

test.each([
  // mode, percent, amount, net, tax, gross
  ['included', 19, 11_900_000n, 10_000_000n, 1_900_000n, 11_900_000n],
  ['included', 20, 10_000n, 10_000n, 0n, 10_000n],
  ['included', 7.7, 1_234_567n, 1_144_567n, 90_000n, 1_234_567n],
  ['on_top', 8.25, 10_000_000n, 10_000_000n, 830_000n, 10_830_000n],
  ['on_top', 8.25, 9_940_000n, 9_940_000n, 820_000n, 10_760_000n],
  ['on_top', 0, 5_000_000n, 5_000_000n, 0n, 5_000_000n],
  ['included', 19, -11_900_000n, -10_000_000n, -1_900_000n, -11_900_000n],
] as const)('tax %s of %s %% on %s counts to the whole cent', (mode, percent, amount, net, tax, gross) => {
  const worked = taxOn(rule(mode, percent), micros(amount));
  expect(worked).toMatchObject({ netMicros: net, taxMicros: tax, grossMicros: gross, rate: String(percent) });
  expect(worked.netMicros + worked.taxMicros).toBe(worked.grossMicros);
});

test('a country with its own rule has that one, the others the rule for all, or none', () => {
  const [german, all] = [rule('included', 19, 'DE'), rule('on_top', 5)];
  expect(taxRuleFor([all, german], 'DE')).toBe(german);
  expect(taxRuleFor([all, german], 'FR')).toBe(all);
  expect(taxRuleFor([german], 'FR')).toBeNull();
  expect(taxRuleFor([german], null)).toBeNull();
});
