import type { NumberRule } from '@farline/contracts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { callsWorld } from '../testing/calls-world.ts';
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
