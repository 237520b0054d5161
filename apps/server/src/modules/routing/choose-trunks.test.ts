import { expect, test } from 'vitest';
import { chooseTrunks } from './choose-trunks.ts';
import type { Trunk } from './trunk.ts';

const trunk = (name: string, over: Partial<Trunk> = {}): Trunk => ({
  name,
  kind: 'sandbox',
  host: '127.0.0.1',
  port: 5090,
  transport: 'udp',
  stripCharacters: 1,
  prepend: '',
  prefixes: [],
  priority: 10,
  ...over,
});
const names = (trunks: Trunk[], number: string, standing: 'trial' | 'active') =>
  chooseTrunks(trunks, { number, standing }).map((route) => route.name);

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
] as const)('%s', (_promise, trunks, number, standing, expected) => {
  expect(
    names(
      trunks.map((t) => ({ ...t, prefixes: [...t.prefixes] })),
      number,
      standing,
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
  expect(chooseTrunks([to], { number, standing: 'trial' })[0]?.uri).toBe(uri);
});
