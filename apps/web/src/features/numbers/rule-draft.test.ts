import { defaultRule, numberRule } from '@farline/contracts/numbers/number-rules';
import { expect, test } from 'vitest';
import { liveIn } from '../../lib/format/home-country.ts';
import { draftOf, numbersIn, ruleOf, withDays, withShownOf } from './rule-draft.ts';

const now = new Date('2026-03-10T12:00:00Z');
const rule = numberRule.parse({
  ...defaultRule('America/New_York'),
  blocked: ['+4420*', '+442079460123'],
  vips: ['+442079460456'],
  hours: [{ days: [6, 7], from: '22:00', to: '02:00' }],
  doNotDisturbUntil: '2026-03-11T12:00:00.000Z',
});

test('a rule that is edited and not changed is saved as it was', () => {
  expect(ruleOf(draftOf(rule, now))).toEqual(rule);
  expect(ruleOf(draftOf(defaultRule('UTC'), now))).toEqual(defaultRule('UTC'));
});

test('do not disturb is edited on the clocks of the number, and left out once it is over', () => {
  expect(draftOf(rule, now).quietUntil).toBe('2026-03-11T08:00');
  expect(draftOf(rule, new Date('2026-03-11T12:00:00Z')).quietUntil).toBeNull();
  expect(ruleOf({ ...draftOf(rule, now), quietUntil: '2026-07-01T08:00' }).doNotDisturbUntil).toBe(
    '2026-07-01T12:00:00.000Z',
  );
});

test('hours that do not count are kept while they are edited, and not saved', () => {
  const draft = { ...draftOf(rule, now), isAlwaysOpen: true };

  expect(draft.hours).toEqual(rule.hours);
  expect(ruleOf(draft).hours).toBeNull();
});

test('what happens while a number is closed stays as it was saved while it is never closed', () => {
  const draft = { ...draftOf(rule, now), closed: { do: 'forward', to: '', most: null } } as const;
  const dayOff = { date: '2026-12-25', name: 'Christmas Day', isYearly: true };

  expect(withShownOf(draft, rule).closed).toEqual(draft.closed);
  expect(withShownOf({ ...draft, isAlwaysOpen: true }, rule).closed).toEqual(rule.closed);
  expect(withShownOf({ ...draft, isAlwaysOpen: true, daysOff: [dayOff] }, rule).closed).toEqual(draft.closed);
});

test('numbers are read as people write them, one a line', () => {
  expect(numbersIn(' +44 20 7946-0123\n\n0044 (20)*, +1 312 555 0123')).toEqual([
    '+442079460123',
    '+4420*',
    '+13125550123',
  ]);
  expect(numbersIn('')).toEqual([]);
});

test.each([
  ['GB', '07700 900456', '+447700900456'],
  ['GB', '020*', '+4420*'],
  ['GB', '(020) 7*', '+44207*'],
  ['GB', '+1 312*', '+1312*'],
  ['RU', '8 916 123-45-67', '+79161234567'],
  ['US', '(312) 555-0123', '+13125550123'],
  ['GB', '+99900*', '+99900*'],
  ['GB', '+1*', '+1*'],
  // No number: the server says so.
  ['GB', '0770*0*', '0770*0*'],
  ['GB', 'my mother', 'mymother'],
  ['GB', '123', '123'],
  ['GB', '*', '*'],
])('in the rules of somebody in %s, %s is read as at home', (home, typed, kept) => {
  liveIn(home);
  expect(numbersIn(typed)).toEqual([kept]);
  const draft = { ...draftOf(rule, now), blocked: typed, vips: typed };
  expect(ruleOf(draft)).toMatchObject({ blocked: [kept], vips: [kept] });
  liveIn(undefined);
});

test('a day off that is added again has the name that is typed now; from a calendar it keeps the one that it has', () => {
  const there = { date: '2026-12-25', name: '', isYearly: true };
  const named = { ...there, name: 'Christmas Day' };

  expect(withDays([named], [there])).toEqual([named]);
  expect(withDays([there], [named])).toEqual([there]);
});
