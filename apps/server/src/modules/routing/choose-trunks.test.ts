import { expect, test } from 'vitest';
import { chooseTrunks, drawOrder } from './choose-trunks.ts';
import { type Trunk, trunkAt } from './trunk.ts';

const trunk = (name: string, over: Partial<Trunk> = {}): Trunk => ({
  name,
  kind: 'sandbox',
  host: '127.0.0.1',
  port: 5090,
  transport: 'udp',
  stripCharacters: 1,
  showsCallers: false,
  prepend: '',
  prefixes: [],
  priority: 10,
  weight: 1,
  capacity: null,
  country: null,
  addresses: [],
  ...over,
});
const names = (trunks: Trunk[], number: string, accountState: 'trial' | 'active') =>
  chooseTrunks(trunks, { number, accountState }).map((route) => route.name);

const sandboxes = [trunk('sandbox-b', { priority: 20 }), trunk('sandbox-a', { priority: 10 })];
const real = trunk('carrier', { kind: 'real', host: 'sip.example.net', priority: 5 });

test.each([
  [
    'a trial goes to the sandboxes in order of priority',
    sandboxes,
    '+447700900123',
    'trial',
    ['sandbox-a', 'sandbox-b'],
  ],
  [
    'trial credit never reaches a real trunk',
    [...sandboxes, real],
    '+447700900123',
    'trial',
    ['sandbox-a', 'sandbox-b'],
  ],
  ['a trial with real trunks only reaches none', [real], '+447700900123', 'trial', []],
  [
    'who has paid goes to the real trunk, never to a sandbox',
    [...sandboxes, real],
    '+447700900123',
    'active',
    ['carrier'],
  ],
  [
    'without a real trunk even who has paid goes to the sandbox',
    sandboxes,
    '+447700900123',
    'active',
    ['sandbox-a', 'sandbox-b'],
  ],
  ['the echo test is the first sandbox alone', [...sandboxes, real], '*43', 'active', ['sandbox-a']],
  [
    'a number that no real trunk takes finds none',
    [{ ...real, prefixes: ['1'] }, ...sandboxes],
    '+447700900123',
    'active',
    [],
  ],
  [
    'a trunk takes the destinations of its prefixes',
    [{ ...real, prefixes: ['1', '44'] }],
    '+447700900123',
    'active',
    ['carrier'],
  ],
  ['trunks of one priority are tried by name', [trunk('b'), trunk('a')], '+447700900123', 'trial', ['a', 'b']],
  ['three trunks at most', [trunk('a'), trunk('b'), trunk('c'), trunk('d')], '+447700900123', 'trial', ['a', 'b', 'c']],
] as const)('%s', (_promise, trunks, number, accountState, expected) => {
  expect(
    names(
      trunks.map((t) => ({ ...t, prefixes: [...t.prefixes] })),
      number,
      accountState,
    ),
  ).toEqual(expected);
});

test.each([
  ['the plus is stripped', trunk('t'), '+447700900123', 'sip:447700900123@127.0.0.1:5090;transport=udp'],
  [
    'the whole E.164 form is kept',
    trunk('t', { stripCharacters: 0 }),
    '+447700900123',
    'sip:+447700900123@127.0.0.1:5090;transport=udp',
  ],
  [
    'a prefix comes before',
    trunk('t', { prepend: '0011' }),
    '+447700900123',
    'sip:0011447700900123@127.0.0.1:5090;transport=udp',
  ],
  ['a service code goes as it is', trunk('t', { prepend: '00' }), '*43', 'sip:*43@127.0.0.1:5090;transport=udp'],
  [
    'an IPv6 address stands in brackets',
    trunk('t', { host: '::1', transport: 'tcp' }),
    '+15550100',
    'sip:15550100@[::1]:5090;transport=tcp',
  ],
] as const)('request-URI: %s', (_promise, to, number, uri) => {
  expect(chooseTrunks([to], { number, accountState: 'trial' })[0]?.uri).toBe(uri);
});

/** Numbers from 0 up to 1 that are the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test('among trunks of one priority each comes first as often as its weight says, and the rest follow by theirs', () => {
  const trunks = [trunk('a', { weight: 1 }), trunk('b', { weight: 3 }), trunk('c', { weight: 6 })];
  const random = seeded(20_261_121);
  const first = { a: 0, b: 0, c: 0 };
  const secondAfterC = { a: 0, b: 0 };
  for (let call = 0; call < 10_000; call++) {
    const [one, two] = drawOrder(trunks, random).map(({ name }) => name);
    first[one as 'a' | 'b' | 'c']++;
    if (one === 'c') secondAfterC[two as 'a' | 'b']++;
  }

  // Five standard deviations: the seed is fixed, the bound would hold for nearly any other.
  expect(Math.abs(first.a - 1_000)).toBeLessThan(150);
  expect(Math.abs(first.b - 3_000)).toBeLessThan(230);
  expect(Math.abs(first.c - 6_000)).toBeLessThan(245);
  expect(secondAfterC.b / (secondAfterC.a + secondAfterC.b)).toBeCloseTo(0.75, 1);
});

test('no weight overcomes a priority', () => {
  const trunks = [trunk('late', { priority: 20, weight: 1_000 }), trunk('early', { priority: 10 })];
  const random = seeded(1);

  for (let call = 0; call < 200; call++) {
    expect(drawOrder(trunks, random).map(({ name }) => name)).toEqual(['early', 'late']);
  }
});

test.each([
  ['203.0.113.10:5062', 'carrier'],
  ['203.0.113.20:5060', 'carrier'],
  ['198.51.100.7:40000', 'carrier'],
  ['[2001:db8::7]:5060', 'carrier'],
  ['198.51.100.16:5060', null],
  ['203.0.113.21:5060', null],
  ['nobody', null],
])('a call from %s is of the trunk %s', (source, name) => {
  const addresses = ['203.0.113.20', '198.51.100.0/28', '2001:db8::/64'];
  const carrier = trunk('carrier', { kind: 'real', host: '203.0.113.10', addresses });
  expect(trunkAt([trunk('other', { host: '203.0.113.10' }), carrier], source)?.name ?? null).toBe(name);
});
