import { defaultRule, type NumberRule } from '@farline/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { callIn, hangUpOutside, outside } from './testbed/call-in.ts';
import { type Caller, type Callers, openCallers, until } from './testbed/callers.ts';
import { startPhone } from './testbed/desk-phone.ts';

/** Calls that come in from the real carrier's side through the real engine, as the rule of their number says. */

const stack = inject('stack');
let callers: Callers;
beforeAll(async () => {
  callers = await openCallers(stack);
});
afterAll(async () => {
  await callers?.close();
});

/** The number of an account, with a rule. */
async function numberWith(caller: Caller, over: Partial<NumberRule>): Promise<string> {
  const rule = { ...defaultRule('UTC'), ...over };
  const { rows } = await sql<{ e164: string }>`
    insert into numbers.rule (e164, account_id, version, rule, changed_at)
    select e164, account_id, 1, ${JSON.stringify(rule)}::jsonb, now() from numbers.number
    where account_id = ${caller.accountId}
    on conflict (e164) do update set rule = excluded.rule, version = numbers.rule.version + 1 returning e164`.execute(
    callers.database,
  );
  return rows[0]?.e164 ?? '';
}

const endedOf = async (caller: Caller) => {
  await until('the call in the history', async () => (await caller.history()).length === 1);
  const [call] = await caller.history();
  return await caller.ended(call?.id ?? '');
};

test('a blocked caller hears that the call is declined, and the history says why', async () => {
  const caller = await callers.caller('2.00');
  const placed = await callIn(stack, {
    to: await numberWith(caller, { blocked: ['+4477*'] }),
    from: '+447700900555',
  });
  await until('the end at the carrier', async () => (await outside(stack, placed)).endedAt !== null);

  expect(await outside(stack, placed)).toMatchObject({ status: 603, answeredAt: null });
  expect(await endedOf(caller)).toMatchObject({
    direction: 'inbound',
    from: '+447700900555',
    status: 'failed',
    reason: 'caller_blocked',
    reasonText: 'You’ve blocked this caller.',
    sipStatus: 603,
  });
});

test('of two SIP phones the chosen one rings, and the other does not', async (life) => {
  const caller = await callers.caller('2.00');
  const phones = await Promise.all(
    ['Desk', 'Kitchen'].map(async (name) => {
      const credentials = await caller.addSipPhone(name);
      const started = await startPhone({ life, stack, credentials });
      await started.event('REGISTER_OK');
      return { id: credentials.phone.id, started };
    }),
  );
  const [desk, kitchen] = phones;
  if (desk === undefined || kitchen === undefined) throw new Error('there are two phones');
  const open = { do: 'ring' as const, browsers: false, phones: [kitchen.id] };
  const placed = await callIn(stack, { to: await numberWith(caller, { open }), from: '+447700900555' });

  await kitchen.started.event('CALL_INCOMING', 30_000);
  kitchen.started.command('accept');
  await until('the answer at the carrier', async () => (await outside(stack, placed)).answeredAt !== null);
  await hangUpOutside(stack, placed);
  await kitchen.started.event('CALL_CLOSED');

  expect(await endedOf(caller)).toMatchObject({ direction: 'inbound', status: 'completed', reason: 'hangup_caller' });
  expect(desk.started.events.all.map(({ type }) => type)).not.toContain('CALL_INCOMING');
});

test('phones ring one after another, and whoever has been idle longest first where that is said', async (life) => {
  const caller = await callers.caller('2.00');
  const added = async (name: string) => {
    const credentials = await caller.addSipPhone(name);
    const started = await startPhone({ life, stack, credentials });
    await started.event('REGISTER_OK');
    return { id: credentials.phone.id, started };
  };
  const [desk, kitchen] = [await added('Desk'), await added('Kitchen')];
  const rings = { do: 'ring', browsers: true } as const;
  const phones = [kitchen.id, desk.id];
  const to = await numberWith(caller, { open: { ...rings, phones, order: 'in_turn', secondsEach: 5 } });
  const incoming = ({ started }: typeof desk) =>
    started.events.all.filter(({ type }) => type === 'CALL_INCOMING').length;

  const placed = await callIn(stack, { to, from: '+447700900555' });
  await kitchen.started.event('CALL_INCOMING', 30_000);
  expect(incoming(desk)).toBe(0);
  await kitchen.started.event('CALL_CLOSED', 30_000);
  await desk.started.event('CALL_INCOMING', 30_000);
  desk.started.command('accept');
  await until('the answer at the carrier', async () => (await outside(stack, placed)).answeredAt !== null);
  await hangUpOutside(stack, placed);
  expect(await endedOf(caller)).toMatchObject({ status: 'completed', reason: 'hangup_caller' });

  await numberWith(caller, { open: { ...rings, phones: 'all', order: 'longest_idle', secondsEach: 60 } });
  const next = await callIn(stack, { to, from: '+447700900556' });
  await until('the kitchen to ring', async () => incoming(kitchen) === 2);
  expect(incoming(desk)).toBe(1);
  kitchen.started.command('hangup');
  await until('the desk to ring', async () => incoming(desk) === 2);
  await hangUpOutside(stack, next);
  await until('the end at the carrier', async () => (await outside(stack, next)).endedAt !== null);
});

test.for([
  ['TN-Validation-Failed', 'failed_check'],
  ['TN-Validation-Passed', null],
  ['No-TN-Validation', null],
] as const)('what the trunk says of a caller’s number stands with the call: %s', async ([verstat, doubt]) => {
  const caller = await callers.caller('2.00');
  const to = await numberWith(caller, {});
  const placed = await callIn(stack, { to, from: '+442079460123', verstat });
  await until('the end at the carrier', async () => (await outside(stack, placed)).endedAt !== null);
  expect(await endedOf(caller)).toMatchObject({ from: '+442079460123', callerDoubt: doubt });
});
