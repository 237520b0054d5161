import { expect, test } from 'vitest';
import { firstSteps, isNewcomer } from './first-steps.ts';

const mobile = { prefix: '4477', countryCode: 'GB', kind: 'mobile', operator: null } as const;
const echo = { prefix: '', countryCode: null, kind: 'echo', operator: null } as const;
const aCall = { direction: 'outbound', answeredAt: '2031-03-14T10:00:00.000Z', destination: mobile } as const;
const toEcho = { ...aCall, destination: echo, isPractice: true };
const practice = { ...aCall, isPractice: true };
const real = { ...aCall, isPractice: false };

const done = (calls: Parameters<typeof firstSteps>[0], canPractise = true, reachesRealPhones = true) =>
  firstSteps(calls, { canPractise, reachesRealPhones })?.map(({ step, isDone }) => `${step}${isDone ? ' done' : ''}`) ??
  null;

test('each step is done by an answered call of its kind, and all three leave nothing to do', () => {
  expect(done([])).toEqual(['hear', 'practise', 'call']);
  expect(done([toEcho])).toEqual(['hear done', 'practise', 'call']);
  expect(done([practice])).toEqual(['hear', 'practise done', 'call']);
  expect(done([real])).toEqual(['hear', 'practise', 'call done']);
  expect(done([toEcho, practice, real])).toBeNull();
});

test('a call that nobody answered, or that came in, is no step', () => {
  expect(
    done([
      { ...practice, answeredAt: null },
      { ...real, direction: 'inbound' },
    ]),
  ).toEqual(['hear', 'practise', 'call']);
});

test('without practice credit nobody is asked to practise; who has done so keeps the tick', () => {
  expect(done([toEcho], false)).toEqual(['hear done', 'call']);
  expect(done([practice], false)).toEqual(['hear', 'practise done', 'call']);
});

test('where no real phone can be reached nobody is asked to call one, and two steps are all', () => {
  expect(done([], true, false)).toEqual(['hear', 'practise']);
  expect(done([toEcho, practice], true, false)).toBeNull();
  expect(done([toEcho], false, false)).toBeNull();
});

test('a newcomer is one for thirty days', () => {
  const createdAt = '2031-03-01T00:00:00.000Z';
  expect(isNewcomer({ createdAt }, Date.parse('2031-03-30T00:00:00.000Z'))).toBe(true);
  expect(isNewcomer({ createdAt }, Date.parse('2031-04-01T00:00:00.000Z'))).toBe(false);
});
