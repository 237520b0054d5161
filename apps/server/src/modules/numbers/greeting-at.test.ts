import { type ChosenGreetings, defaultRule, type NumberRule } from '@farline/contracts';
import { describe, expect, test } from 'vitest';
import { greetingAt, greetingsIn } from './greeting-at.ts';

const id = (digit: number) => `01900000-0000-7000-8000-00000000000${digit}`;
const [USUAL, CLOSED, DAY_OFF, FOR_NOW] = [id(1), id(2), id(3), id(4)];
const NONE: ChosenGreetings = { usual: null, closed: null, daysOff: null, forNow: null };
const ALL: ChosenGreetings = { ...NONE, usual: USUAL, closed: CLOSED, daysOff: DAY_OFF };

/** Open from nine to five on weekdays; closed on the last day of March 2027, a Wednesday. */
const ruleWith = (greetings?: ChosenGreetings): NumberRule => ({
  ...defaultRule('UTC'),
  hours: [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }],
  daysOff: [{ date: '2027-03-31', name: 'Stocktaking', isYearly: false }],
  voicemail: { language: 'en', text: null, ...(greetings === undefined ? {} : { greetings }) },
});
const [OPEN, EVENING, OFF] = ['2027-03-30T10:00Z', '2027-03-30T20:00Z', '2027-03-31T10:00Z'];

describe('which greeting is heard', () => {
  test.each<[string, ChosenGreetings | undefined, string, string | null, string]>([
    ['none is chosen', undefined, EVENING, null, 'usual'],
    ['the number is open', ALL, OPEN, USUAL, 'usual'],
    ['it is evening', ALL, EVENING, CLOSED, 'closed'],
    ['it is a day off', ALL, OFF, DAY_OFF, 'day_off'],
    ['it is a day off, with none of its own', { ...ALL, daysOff: null }, OFF, CLOSED, 'closed'],
    ['it is a day off, and there is none but the usual one', { ...NONE, usual: USUAL }, OFF, USUAL, 'usual'],
    ['it is evening, and there is one for days off alone', { ...NONE, daysOff: DAY_OFF }, EVENING, null, 'usual'],
    [
      'one is chosen for now',
      { ...ALL, forNow: { greeting: FOR_NOW, until: '2027-04-01T00:00:00Z' } },
      OFF,
      FOR_NOW,
      'for_now',
    ],
    [
      'that time is over',
      { ...ALL, forNow: { greeting: FOR_NOW, until: '2027-03-31T10:00:00Z' } },
      OFF,
      DAY_OFF,
      'day_off',
    ],
  ])('when %s', (_when, greetings, at, heard, because) => {
    expect(greetingAt(ruleWith(greetings), new Date(at))).toEqual({ id: heard, because });
  });

  test('on the clocks of the number', () => {
    const rule = { ...ruleWith(ALL), timeZone: 'Asia/Tokyo' };
    expect(greetingAt(rule, new Date('2027-03-30T16:00Z')).because).toBe('day_off');
  });
});

test('a rule names each greeting once, and none whose time is over', () => {
  const forNow = { greeting: FOR_NOW, until: '2027-03-31T10:00:00Z' };
  const rule = ruleWith({ ...ALL, closed: USUAL, forNow });
  expect(greetingsIn(rule, new Date(OPEN))).toEqual([USUAL, DAY_OFF, FOR_NOW]);
  expect(greetingsIn(rule, new Date(OFF))).toEqual([USUAL, DAY_OFF]);
  expect(greetingsIn(ruleWith(), new Date(OFF))).toEqual([]);
});
