import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sineTone, writeWav } from '@farline/sip-endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newId } from '../src/platform/ids.ts';
import { type Caller, type Callers, openCallers, until } from './testbed/callers.ts';
import { registeredPhone } from './testbed/desk-phone.ts';
import { voicemailFolder } from './testbed/voicemail-folder.ts';
import { openUdpPhone } from '../../../voice/testbed/udp-phone.ts';

/** Whoever calls *97 from a SIP phone or a page of theirs hears the voicemails of their own account, from the real attendant. */

const stack = inject('stack');
const LONG_MS = 60_000;
const [NUMBER, OTHER_NUMBER] = ['+14155550100', '+14155550101'];
let callers: Callers;
beforeAll(async () => {
  callers = await openCallers(stack);
});
afterAll(async () => {
  await callers?.close();
});

/** A message in the caller's mailbox that is a tone, longer than anybody listens here. */
async function aMessage(
  { accountId }: Caller,
  frequencyHz: number,
  { at = new Date(), number = NUMBER } = {},
): Promise<string> {
  const id = newId(at);
  const folder = await voicemailFolder(stack.dataFolder, accountId);
  const samples = sineTone({ frequencyHz, durationMs: 60_000 });
  await writeFile(join(folder, `${id}.wav`), writeWav({ sampleRate: 8000, samples }));
  await sql`insert into voicemail.recording (id, account_id, number, caller, received_at, milliseconds)
    values (${id}, ${accountId}, ${number}, '+447700900555', ${at}, 60000)`.execute(callers.database);
  return id;
}
const heardOf = async (caller: Caller) =>
  (await caller.voicemails()).flatMap(({ id, heardAt }) => (heardAt === null ? [] : [id]));

test('a SIP phone hears its messages, one after the other, and deletes one; both are read, and nothing is charged', async (life) => {
  const caller = await callers.caller('2.00');
  const earlier = new Date(Date.now() - 60_000);
  const [first, second] = [await aMessage(caller, 620, { at: earlier }), await aMessage(caller, 820)];
  const { phone } = await registeredPhone({ life, stack, caller });

  phone.command('dial', '*97');
  await phone.event('CALL_ESTABLISHED', 30_000);
  await until('the first message', async () => (await phone.heardTone(620)) > 0.7, LONG_MS);
  await until('that it is read', async () => (await heardOf(caller)).join() === first, LONG_MS);
  phone.command('sndcode', '3');
  await until('the second message', async () => (await phone.heardTone(820)) > 0.7, LONG_MS);
  phone.command('sndcode', '*');
  await phone.event('CALL_CLOSED', LONG_MS);

  await until('that one is left', async () => (await caller.voicemails()).length === 1, LONG_MS);
  await until('that the other is read', async () => (await heardOf(caller)).join() === second, LONG_MS);
  const [call] = await caller.history();
  expect(await caller.ended(call?.id ?? '', LONG_MS)).toMatchObject({
    to: '*97',
    direction: 'outbound',
    status: 'completed',
    reason: 'hangup_callee',
    cost: { amount: '0.0000' },
    destination: { kind: 'voicemail', countryCode: null },
  });
  expect(await caller.wallet()).toEqual({ balance: 2_000_000n, held: 0n });
});

test('a SIP phone whose messages were left on two numbers chooses whose it hears, and chooses again', async (life) => {
  const caller = await callers.caller('0.00');
  const first = await aMessage(caller, 620, { number: NUMBER });
  const second = await aMessage(caller, 820, { number: OTHER_NUMBER });
  const { phone } = await registeredPhone({ life, stack, caller });

  phone.command('dial', '*97');
  await phone.event('CALL_ESTABLISHED', 30_000);
  phone.command('sndcode', '2');
  await until('the message on the second number', async () => (await phone.heardTone(820)) > 0.7, LONG_MS);
  await until('that it alone is read', async () => (await heardOf(caller)).join() === second, LONG_MS);
  phone.command('sndcode', '0');
  phone.command('sndcode', '1');
  await until('the message on the first number', async () => (await phone.heardTone(620)) > 0.7, LONG_MS);
  await until('that it is read too', async () => (await heardOf(caller)).includes(first), LONG_MS);
  phone.command('sndcode', '*');
  await phone.event('CALL_CLOSED', LONG_MS);
});

test('a page hears the messages of its own account alone, whoever its INVITE says that it is from', async () => {
  const [caller, other] = [await callers.caller('0.00'), await callers.caller('0.00')];
  const [own, foreign] = [await aMessage(caller, 620), await aMessage(other, 820)];

  const { id, number } = await caller.initiate('*97');
  const call = await caller.phone.place({
    number,
    call: id,
    edit: (text) => text.replace(/^From: <sip:[^@]+@/m, `From: <sip:${other.userId}@`),
  });
  expect((await call.final(LONG_MS)).status).toBe(200);
  await until('that it is read', async () => (await heardOf(caller)).join() === own, LONG_MS);
  await caller.end(id);

  expect(await heardOf(other)).toEqual([]);
  expect((await other.voicemails()).map((message) => message.id)).toEqual([foreign]);
});

test('nobody places a call to voicemail that somebody else has initiated', async () => {
  const [owner, thief] = [await callers.caller('0.00'), await callers.caller('0.00')];
  const message = await aMessage(owner, 620);
  const { id, number } = await owner.initiate('*97');

  const stolen = await thief.phone.place({ number, call: id });

  expect((await stolen.final(LONG_MS)).status).toBe(403);
  expect((await owner.voicemails()).find((left) => left.id === message)).toMatchObject({ heardAt: null });
});

test('the lamp of a SIP phone is told what waits when it registers, and once a message was heard', async (life) => {
  const caller = await callers.caller('0.00');
  const [message, { phone: made, password }] = [await aMessage(caller, 620), await caller.addSipPhone('Desk phone')];
  const lamp = await openUdpPhone({ port: stack.ports.phones, username: made.username });
  life.onTestFinished(() => lamp.close());
  const hears = async (waiting: string) => {
    const notify = await lamp.received.next(
      `NOTIFY of ${waiting}`,
      ({ method, body }) => method === 'NOTIFY' && body.includes(`Voice-Message: ${waiting} `),
      LONG_MS,
    );
    lamp.reply(notify, 200, { toTag: 'lamp' });
  };

  expect((await lamp.register({ proof: lamp.proofFor(await lamp.register({}), password) })).status).toBe(200);
  await hears('1/0');
  const { id, number } = await caller.initiate('*97');
  const call = await caller.phone.place({ number, call: id });
  expect((await call.final(LONG_MS)).status).toBe(200);
  await until('that it is read', async () => (await heardOf(caller)).join() === message, LONG_MS);
  await hears('0/1');
  await caller.end(id);
});
