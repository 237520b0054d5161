import type { Rung } from '@farline/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Talk } from '../record/last-talks-store.ts';
import { ringingTurns, turnWords } from './ringing-turns.ts';

const phones = ['anna', 'bert', 'cora'].map((username) => ({ id: `id-${username}`, username }));
const ids = phones.map(({ id }) => id);
const rung = (over: Partial<Rung>): Rung => ({
  browsers: true,
  phones: ids,
  order: 'in_turn',
  secondsEach: 20,
  ...over,
});
const namesOf = (of: Rung, talks: readonly Talk[] = [], hasPages = true, there = phones) =>
  ringingTurns(of, { phones: there, hasPages, talks })?.names;
const talk = (minute: number, over: Partial<Talk> = {}): Talk => ({
  phoneId: null,
  username: null,
  isRunning: false,
  at: new Date(minute * 60_000),
  ...over,
});

test('without an order, and together, nothing has a turn', () => {
  expect(ringingTurns({ browsers: true, phones: 'all' }, { phones, hasPages: true, talks: [] })).toBeNull();
  expect(namesOf(rung({ order: 'together' }))).toBeUndefined();
});

describe('in turn', () => {
  test.each<[string, Partial<Rung>, string[]]>([
    ['first where nothing is said', {}, ['pages', 'anna', 'bert', 'cora']],
    ['at their place', { phonesBeforeBrowsers: 2 }, ['anna', 'bert', 'pages', 'cora']],
    ['behind all phones', { phones: 'all', phonesBeforeBrowsers: 100 }, ['anna', 'bert', 'cora', 'pages']],
  ])('the pages stand %s', (_where, over, names) => expect(namesOf(rung(over))).toEqual(names));

  test('a phone that is gone leaves the pages where they were among the others', () => {
    const there = phones.slice(1);
    expect(namesOf(rung({ phonesBeforeBrowsers: 2 }), [], true, there)).toEqual(['bert', 'pages', 'cora']);
    expect(namesOf(rung({ phonesBeforeBrowsers: 2 }), [], false, there)).toEqual(['bert', 'cora']);
  });

  test('all of them ring for as long as each does and what lies between, and never for longer than two minutes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 60 }), fc.integer({ min: 0, max: 3 }), (secondsEach, count) => {
        const turns = ringingTurns(rung({ secondsEach }), {
          phones: phones.slice(0, count),
          hasPages: true,
          talks: [],
        });
        const [names, allMs] = [count + 1, turns?.allMs ?? 0];
        expect(allMs).toBeLessThanOrEqual(120_000);
        expect(allMs).toBeGreaterThanOrEqual(Math.min((secondsEach + 0.5) * names, 120) * 1000);
        expect(allMs).toBeLessThanOrEqual((secondsEach + 1) * names * 1000);
        expect(turns?.eachMs).toBe(secondsEach * 1000);
      }),
    );
  });

  test('the engine is told for whom a call waits', () => {
    const turns = { names: ['anna', 'pages', 'bert'], eachMs: 20_000, allMs: 60_000 };
    expect(turnWords(turns, { arePagesTold: true, woken: ['bert'] })).toEqual({
      turns: 'anna|pages*|bert*',
      turnMs: 20_000,
      turnsMs: 60_000,
    });
    expect(turnWords(turns, { arePagesTold: false, woken: [] }).turns).toBe('anna|pages|bert');
  });
});

test('longest idle first: who never talked, then who talked the longest ago, and who talks now last', () => {
  const idle = rung({ order: 'longest_idle' });
  expect(namesOf(idle)).toEqual(['pages', 'anna', 'bert', 'cora']);
  expect(
    namesOf(idle, [
      talk(9, { username: 'anna' }),
      talk(8, { phoneId: 'id-bert', isRunning: true }),
      talk(7),
      talk(3, { username: 'anna' }),
      talk(1, { phoneId: 'id-gone' }),
    ]),
  ).toEqual(['cora', 'pages', 'anna', 'bert']);
});
