import type { NumberRule } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { viewCall } from '../index.ts';
import { answered, callsWorld, ended } from '../testing/calls-world.ts';
import { CALLER, ruledNumber } from '../testing/ruled-number.ts';

const { database } = await testDatabase();
const world = await callsWorld(database);

const RING = { do: 'ring', browsers: true, phones: 'all' } as const;
const FORWARD = { do: 'forward', to: CALLER, most: null } as const;

const decisionFor = async (rule: Partial<NumberRule>) => {
  const { receive } = await ruledNumber(world, { balance: '2.00', rule });
  return (await receive()).decision;
};

test.each<[string, Partial<NumberRule>]>([
  ['nobody is there otherwise', {}],
  ['voicemail would follow anyway', { unanswered: { do: 'voicemail' } }],
  ['another telephone would follow', { open: { ...RING, goesOn: { afterSeconds: 20, then: FORWARD } } }],
])('whoever rings in a page can send the caller to voicemail where %s', async (_where, rule) => {
  const decision = await decisionFor(rule);
  expect(decision).toMatchObject({ decision: 'ring', voicemail: 'task', attendant: expect.any(Number) });
});

test('what rings in phones alone, or goes on at once, has no page that could', async () => {
  expect(await decisionFor({ open: { ...RING, browsers: false } })).not.toHaveProperty('voicemail');
  expect(await decisionFor({ unanswered: { do: 'voicemail' }, open: FORWARD })).not.toHaveProperty('voicemail');
});

test('nobody can into a mailbox that is full', async () => {
  const full = await callsWorld(database);
  Object.assign(full.deps, { takeMessage: async () => '' });
  const { receive } = await ruledNumber(full, { balance: '2.00', rule: {} });
  expect((await receive()).decision).not.toHaveProperty('voicemail');
});

/** Whether the end of a call is told as a missed one. */
const isMissed = async (id: string) => {
  const { rows } = await sql<{ isMissed: boolean | null }>`
    select (payload ->> 'isMissed')::boolean as "isMissed" from platform.event
    where subject_id = ${id} and payload ? 'ended'`.execute(database);
  return rows.map((row) => row.isMissed === true);
};

test.each([
  ['is told as missed where nobody took it', 'attendant', true, 'in their order'],
  ['is told as missed to nobody where somebody who was called sent the caller there', 'sent', false, 'in their order'],
  ['is so too where its answer and its end are told', 'sent', false, 'the end first'],
])('a call in voicemail %s', async (_call, connection, missed, order) => {
  const { receive } = await ruledNumber(world, { balance: '2.00', rule: { unanswered: { do: 'voicemail' } } });
  const call = await receive();
  const answeredAt = new Date(world.clock.now().getTime() + 1_000);
  const at = new Date(world.clock.now().getTime() + 9_000);
  if (order === 'in their order') await world.calls.listener.record(answered(call, answeredAt, connection));
  await world.calls.listener.record(ended(call, { answeredAt, at }, 'caller', connection));

  expect(await viewCall(database, call.id)).toMatchObject({ status: 'completed', reason: 'voicemail' });
  expect(await isMissed(call.id)).toEqual([missed]);
});
