import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultRule, microsOfCents, type NumberRule } from '@farline/contracts';
import { ownTestStack } from '@farline/tools/own-stack';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givePricedNumber } from '../src/testing/money/priced-number.ts';
import { callIn, outside } from './testbed/call-in.ts';
import { type Callers, openCallers, until } from './testbed/callers.ts';

let stack: Awaited<ReturnType<typeof ownTestStack>>;
let callers: Callers;
beforeAll(async () => {
  stack = await ownTestStack({ without: ['pages'] });
  callers = await openCallers(stack);
});
afterAll(async () => {
  await callers?.close();
  await stack?.stop();
});

const LONG_MS = 60_000;
const NUMBER = '+14155550199';
/** It goes on for longer than anybody waits here. */
const GREETING = 'This is a very long greeting, and whoever hears it has to wait for a while. '.repeat(3).trim();

test('an attendant that is killed ends its call, which is paid to its end, and the next call finds the next attendant', async () => {
  const caller = await callers.caller('5.00');
  const { accountId } = caller;
  await givePricedNumber(callers.database, { accountId, number: NUMBER, perMinute: 600_000n, since: new Date() });
  const voicemail = { language: 'en', text: GREETING } as const;
  const rule: NumberRule = { ...defaultRule('UTC'), unanswered: { do: 'voicemail' }, voicemail };
  await sql`insert into numbers.rule (e164, account_id, version, rule, changed_at)
    values (${NUMBER}, ${accountId}, 1, ${JSON.stringify(rule)}::jsonb, now())`.execute(callers.database);
  const placed = await callIn(stack, { to: NUMBER, from: '+447700900555' });
  await until('words', async () => (await outside(stack, placed)).tones.length > 0, LONG_MS);

  await stack.attendants[0]?.kill('SIGKILL');

  await until('the end at the carrier', async () => (await outside(stack, placed)).endedAt !== null, LONG_MS);
  const [lost] = await caller.history();
  const call = await caller.ended(lost?.id ?? '', LONG_MS);
  expect(call).toMatchObject({ direction: 'inbound', reason: 'media_lost', endedBy: 'farline' });
  expect(await caller.wallet()).toEqual({ balance: 5_000_000n - microsOfCents(call.duration), held: 0n });
  expect(await caller.voicemails()).toEqual([]);

  await stack.attendants[0]?.start();
  const short = { ...rule, voicemail: { language: 'en', text: null } };
  await sql`update numbers.rule set rule = ${JSON.stringify(short)}::jsonb where e164 = ${NUMBER}`.execute(
    callers.database,
  );
  const next = await callIn(stack, { to: NUMBER, from: '+447700900555', says: 620 });
  await until('the end at the carrier', async () => (await outside(stack, next)).endedAt !== null, LONG_MS);
  await until('the voicemail', async () => (await caller.voicemails()).length === 1, LONG_MS);
});

/** How long the recordings are that the attendant is at, in bytes. */
async function bytesBeingRecorded(): Promise<number> {
  const drafts = join(stack.dataFolder, 'voicemail/drafts');
  const names = await readdir(drafts);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(drafts, name)).catch(() => null))?.size));
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

test('what was said to an attendant before it was killed is a message once it runs again, and the call is paid once', async () => {
  const caller = await callers.caller('5.00');
  const { accountId } = caller;
  const number = '+14155550198';
  await givePricedNumber(callers.database, { accountId, number, perMinute: 600_000n, since: new Date() });
  const rule: NumberRule = { ...defaultRule('UTC'), unanswered: { do: 'voicemail' } };
  await sql`insert into numbers.rule (e164, account_id, version, rule, changed_at)
    values (${number}, ${accountId}, 1, ${JSON.stringify(rule)}::jsonb, now())`.execute(callers.database);
  const placed = await callIn(stack, { to: number, from: '+447700900556', says: 620 });
  // A second of it is on the disk.
  await until('words of the caller', async () => (await bytesBeingRecorded()) > 16_000, LONG_MS);

  await stack.attendants[0]?.kill('SIGKILL');

  await until('the end at the carrier', async () => (await outside(stack, placed)).endedAt !== null, LONG_MS);
  const [lost] = await caller.history();
  const call = await caller.ended(lost?.id ?? '', LONG_MS);
  const settled = { balance: 5_000_000n - microsOfCents(call.duration), held: 0n };
  expect(await caller.wallet()).toEqual(settled);
  expect(await caller.voicemails()).toEqual([]);

  await stack.attendants[0]?.start();
  await until('the voicemail', async () => (await caller.voicemails()).length === 1, LONG_MS);
  const [message] = await caller.voicemails();
  expect(message).toMatchObject({ id: call.id, number, from: '+447700900556', heardAt: null });
  expect(message?.seconds).toBeGreaterThanOrEqual(1);
  expect(message?.seconds).toBeLessThanOrEqual(4);
  expect(await bytesBeingRecorded()).toBe(0);
  expect(await caller.wallet()).toEqual(settled);
});
