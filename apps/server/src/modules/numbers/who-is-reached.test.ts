import { defaultRule, type Rung } from '@farline/contracts';
import { expect, test } from 'vitest';
import { decideIncoming } from './decide-incoming.ts';
import { ruleOf } from './testing/office-rule.ts';
import { ringsForMs, type WhoIsThere, whoIsReached } from './who-is-reached.ts';

const [ONE, OTHER, THIRD] = ['1', '2', '3'] as const;
const phone = (id: string, is: 'registered' | 'woken' | 'gone') => ({
  id,
  isRegistered: is === 'registered',
  isWoken: is !== 'gone',
});
const there = (over: Partial<WhoIsThere> = {}): WhoIsThere => ({
  phones: [],
  mostPhones: 20,
  hasPages: false,
  arePagesTold: false,
  mostRingingMs: 60_000,
  ...over,
});
const ALL: Rung = { browsers: true, phones: 'all' };
const NOTHING = { goesOnAfterMs: null, isAnswered: false };
const VOICEMAIL = { goesOnAfterMs: null, isAnswered: true };
const nobody = { phones: [], pages: false, wokenPhones: [], pagesAreTold: false, seconds: 0 };

test('where nobody is registered and nobody is woken, nothing rings, and what follows comes at once', () => {
  expect(whoIsReached(ALL, there({ phones: [phone(ONE, 'gone')] }), VOICEMAIL)).toEqual(nobody);
  const told = there({ arePagesTold: true, hasPages: true });
  expect(whoIsReached({ browsers: false, phones: 'all' }, told, VOICEMAIL)).toEqual(nobody);
});

test('who is registered rings, of those alone that the rule rings, and is not said to be woken', () => {
  const phones = [phone(ONE, 'registered'), phone(OTHER, 'registered'), phone(THIRD, 'gone')];
  const given = there({ phones, hasPages: true, arePagesTold: true });
  expect(whoIsReached(ALL, given, VOICEMAIL)).toEqual({
    phones: [ONE, OTHER],
    pages: true,
    wokenPhones: [],
    pagesAreTold: false,
    seconds: 25,
  });
  expect(whoIsReached({ browsers: false, phones: [OTHER] }, given, NOTHING)).toMatchObject({
    phones: [OTHER],
    pages: false,
    seconds: 60,
  });
});

test('the call waits for whoever is woken for as long as it may ring', () => {
  const given = there({ phones: [phone(ONE, 'woken')], arePagesTold: true });
  expect(whoIsReached(ALL, given, { goesOnAfterMs: 20_000, isAnswered: true })).toEqual({
    phones: [],
    pages: false,
    wokenPhones: [ONE],
    pagesAreTold: true,
    seconds: 20,
  });
});

test('in turns each that is there or comes has its time, the pages one together, and all of them two minutes', () => {
  const phones = [phone(ONE, 'registered'), phone(OTHER, 'gone'), phone(THIRD, 'woken')];
  const inTurn: Rung = { ...ALL, order: 'in_turn', secondsEach: 15 };
  expect(whoIsReached(inTurn, there({ phones, hasPages: true }), VOICEMAIL).seconds).toBe(45);
  expect(whoIsReached({ ...inTurn, secondsEach: 60 }, there({ phones, hasPages: true }), VOICEMAIL).seconds).toBe(120);
});

test('nothing rings for longer than the operator allows, and 25 seconds where something answers for people', () => {
  expect(ringsForMs({ mostMs: 10_000, goesOnAfterMs: 20_000, isAnswered: false })).toBe(10_000);
  expect(ringsForMs({ mostMs: 60_000, goesOnAfterMs: null, isAnswered: true })).toBe(25_000);
  expect(ringsForMs({ mostMs: 60_000, goesOnAfterMs: null, isAnswered: false })).toBe(60_000);
});

test('the decision says it of what rings, where it is told who is there, and of nothing else', () => {
  const anna = {
    number: '+442079460123',
    isAnonymous: false,
    isFavourite: false,
    isBlockedInMessages: false,
    doubt: null,
  };
  const at = new Date('2026-01-14T12:00:00Z');
  const rule = defaultRule('UTC');
  expect(decideIncoming(rule, anna, at, there())).toMatchObject({ is: 'rings', now: nobody });
  expect(decideIncoming(rule, anna, at)).not.toHaveProperty('now');
  const forwards = ruleOf({ open: { do: 'forward', to: '+442079460124', most: null } });
  expect(decideIncoming(forwards, anna, at, there())).not.toHaveProperty('now');
});
