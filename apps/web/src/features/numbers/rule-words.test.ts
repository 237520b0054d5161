import '../../lib/testing/browser-stand-ins.ts';
import type { RuleSummary } from '@farline/contracts/numbers/number-rules';
import { expect, test } from 'vitest';
import { ruleInShort } from './rule-words.ts';

const NOW = new Date('2026-12-25T12:00:00Z');
const ALL: RuleSummary = {
  doNotDisturbUntil: null,
  hours: null,
  hasDaysOff: false,
  open: { do: 'ring', browsers: true, phones: 'all' },
  closed: { do: 'voicemail' },
};
const FORWARDS: RuleSummary = { ...ALL, open: { do: 'forward', to: '+442079460018', most: null } };

test('a number that is always open but on days off says so in short', () => {
  expect(ruleInShort(ALL, NOW)).toBe('Rings all your devices');
  expect(ruleInShort({ ...ALL, hasDaysOff: true }, NOW)).toBe('Rings all your devices, except on days off');
  expect(ruleInShort({ ...FORWARDS, hasDaysOff: true }, NOW)).toMatch(/^Forwards to .+, except on days off$/);
  expect(ruleInShort({ ...FORWARDS, closed: FORWARDS.open, hasDaysOff: true }, NOW)).not.toMatch(/days off/);
});

test('with opening hours the same words say what happens at all other times, days off among them', () => {
  const hours = [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }];
  const inShort = ruleInShort({ ...ALL, hours, hasDaysOff: true }, NOW);
  expect(inShort).toMatch(/^Mon–Fri .+, else voicemail$/);
});
