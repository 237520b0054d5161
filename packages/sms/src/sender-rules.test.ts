import { expect, test } from 'vitest';
import { senderRuleOf } from './sender-rules.ts';
import { NAMES_ALLOWED, NAMES_REFUSED, NAMES_REGISTERED, QUIET_HOURS, REGISTERS } from './sender-rules-data.ts';

test.each([
  ['GB', 'allowed'],
  ['DE', 'allowed'],
  ['IN', 'registered'],
  ['SG', 'registered'],
  ['AU', 'registered'],
  ['US', 'refused'],
  ['CA', 'refused'],
  ['AQ', 'unknown'],
  ['constructor', 'unknown'],
])('in %s a name as the sender is %s', (countryCode, alphanumeric) => {
  const rule = senderRuleOf(countryCode);

  expect(rule.alphanumeric).toBe(alphanumeric);
  expect(rule.source?.startsWith('https://') ?? null).toBe(alphanumeric === 'unknown' ? null : true);
});

test('a country stands in one list, under a code of two letters', () => {
  const all = [...NAMES_ALLOWED, ...NAMES_REGISTERED, ...NAMES_REFUSED, ...REGISTERS.keys()];

  expect(all).toHaveLength(new Set(all).size);
  expect([...all, ...QUIET_HOURS.keys()].filter((code) => !/^[A-Z]{2}$/.test(code))).toEqual([]);
});

test('a country without a source for hours has none', () => {
  expect(senderRuleOf('DE').quietHours).toBeNull();
});
