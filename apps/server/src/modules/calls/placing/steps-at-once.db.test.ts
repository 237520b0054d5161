import type { NumberRule } from '@farline/contracts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { viewCall } from '../index.ts';
import { answered, callsWorld, ended } from '../testing/calls-world.ts';
import { CALLER, ruledNumber } from '../testing/ruled-number.ts';

const { database } = await testDatabase();
const world = await callsWorld(database);

const SAYS = { do: 'say', language: 'en', text: 'We’re away.' } as const;
const CLOSED = { hours: [{ days: [7], from: '03:00', to: '03:01' }] };
const comes = async (rule: Partial<NumberRule>) =>
  await (await ruledNumber(world, { balance: '2.00', rule })).receive();

test.each<[string, Partial<NumberRule>]>([
  ['while the number is open', { open: SAYS }],
  ['while it is open, whatever would follow unanswered ringing', { open: SAYS, unanswered: { do: 'busy' } }],
  ['while it is closed', { ...CLOSED, closed: SAYS }],
  ['while nobody is to be disturbed', { doNotDisturbUntil: '2100-01-01T00:00:00Z', unanswered: SAYS }],
])('a message is said and nothing rings %s', async (_when, rule) => {
  const { decision } = await comes(rule);
  const said = { decision: 'ring', phones: '', users: '', task: 'said', answersAs: 'message' };
  expect(decision).toMatchObject({ ...said, attendant: expect.any(Number) });
  expect(decision).not.toHaveProperty('otherwise');
});

test('voicemail takes the call at once while the number is open', async () => {
  expect((await comes({ open: { do: 'voicemail' } })).decision).toMatchObject({
    decision: 'ring',
    phones: '',
    users: '',
    task: 'task',
  });
});

test('busy is told before anything rings, and the record says why', async () => {
  const { decision, id } = await comes({ open: { do: 'busy' } });
  expect(decision).toMatchObject({ decision: 'refuse', status: 486, reason: 'busy' });
  const reasonText = 'Your number tells callers that it’s busy.';
  expect(await viewCall(database, id)).toMatchObject({ reason: 'number_busy', reasonText });
});

test('a message follows unanswered ringing, and so does busy, also where a telephone is tried before', async () => {
  const open = { do: 'ring', browsers: true, phones: 'all' } as const;
  const goesOn = { afterSeconds: 20, then: { do: 'forward', to: CALLER, most: null } } as const;
  expect((await comes({ open, unanswered: SAYS })).decision).toMatchObject({ task: 'said', answersAs: 'message' });
  expect((await comes({ open, unanswered: { do: 'busy' } })).decision).toMatchObject({ task: '', otherwise: 'busy' });
  const after = await comes({ open: { ...open, goesOn }, unanswered: { do: 'busy' } });
  expect(after.decision).toMatchObject({ task: '', otherwise: 'busy' });
});

test('the record of a call that heard a message says so', async () => {
  const incoming = await comes({ open: SAYS });
  const answeredAt = world.clock.now();
  await world.calls.listener.record(answered(incoming, answeredAt, 'message'));
  world.clock.passSeconds(4);
  await world.calls.listener.record(ended(incoming, { answeredAt, at: world.clock.now() }, 'callee', 'message'));
  expect(await viewCall(database, incoming.id)).toMatchObject({
    reason: 'message',
    reasonText: 'The caller heard your message.',
  });
});
