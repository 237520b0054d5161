import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultRule, type NumberRule } from '@farline/contracts';
import { sineTone, toneShare, writeWav } from '@farline/sip-endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newId } from '../src/platform/ids.ts';
import { callIn, hangUpOutside, outside } from './testbed/call-in.ts';
import { type Caller, type Callers, openCallers, until } from './testbed/callers.ts';
import { voicemailFolder } from './testbed/voicemail-folder.ts';

/** Callers whom nobody answers are greeted by the real attendant with what their callee recorded. */

const stack = inject('stack');
const LONG_MS = 60_000;
let callers: Callers;
beforeAll(async () => {
  callers = await openCallers(stack);
});
afterAll(async () => {
  await callers?.close();
});

/** A greeting of the account's that is a tone; without a file where its sound is lost. */
async function aGreeting({ accountId }: Caller, frequencyHz: number | null, seconds = 4): Promise<string> {
  const id = newId();
  const folder = await voicemailFolder(stack.dataFolder, 'greetings', accountId);
  if (frequencyHz !== null) {
    const samples = sineTone({ frequencyHz, durationMs: seconds * 1000, amplitude: 8000 });
    await writeFile(join(folder, `${id}.wav`), writeWav({ sampleRate: 8000, samples }));
  }
  await sql`insert into voicemail.greeting (id, account_id, name, milliseconds, created_at)
    values (${id}, ${accountId}, 'Tone', ${seconds * 1000}, now())`.execute(callers.database);
  return id;
}

/** Has the calls of an account's number go to voicemail at once, which is closed today; gives the number. */
async function closedNumberOf(caller: Caller, greetings: NumberRule['voicemail']['greetings']): Promise<string> {
  const daysOff = [-1, 0, 1].map((day) => ({
    date: new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10),
    name: '',
    isYearly: false,
  }));
  const voicemail = { language: 'en', text: null, greetings };
  const rule = { ...defaultRule('UTC'), daysOff, closed: { do: 'voicemail' }, voicemail };
  const { rows } = await sql<{ e164: string }>`
    insert into numbers.rule (e164, account_id, version, rule, changed_at)
    select e164, account_id, 1, ${JSON.stringify(rule)}::jsonb, now() from numbers.number
    where account_id = ${caller.accountId} returning e164`.execute(callers.database);
  return rows[0]?.e164 ?? '';
}

const tonesOf = async (placed: string) => (await outside(stack, placed)).tones.map(({ frequencyHz }) => frequencyHz);
const hasHeard = async (placed: string, hertz: number) =>
  (await tonesOf(placed)).some((heard) => Math.abs(heard - hertz) < 5);
const NONE = { usual: null, closed: null, daysOff: null, forNow: null };

test('a caller hears the greeting that was recorded for this day, and then leaves a message', async () => {
  const caller = await callers.caller('2.00');
  const [usual, today] = [await aGreeting(caller, 540), await aGreeting(caller, 740)];
  const to = await closedNumberOf(caller, { ...NONE, usual, daysOff: today });

  const placed = await callIn(stack, { to, from: '+447700900555', says: 620 });
  await until('the greeting', async () => await hasHeard(placed, 740), LONG_MS);
  await until('the end', async () => (await outside(stack, placed)).endedAt !== null, LONG_MS);

  expect(await hasHeard(placed, 540)).toBe(false);
  await until('the voicemail', async () => (await caller.voicemails()).length === 1, LONG_MS);
  const [left] = await caller.voicemails();
  const sound = await caller.voicemailSound(left?.id ?? '');
  expect(toneShare(sound.subarray(4000, 12_000), 620)).toBeGreaterThan(0.9);
});

test('one that is chosen for now is heard before all others, until its time is over', async () => {
  const caller = await callers.caller('2.00');
  const [usual, now] = [await aGreeting(caller, 540), await aGreeting(caller, 860, 30)];
  const forNow = { greeting: now, until: new Date(Date.now() + 600_000).toISOString() };
  const to = await closedNumberOf(caller, { ...NONE, usual, forNow });

  const placed = await callIn(stack, { to, from: '+447700900555' });
  await until('the greeting', async () => await hasHeard(placed, 860), LONG_MS);
  await hangUpOutside(stack, placed);
  await until('the end', async () => (await outside(stack, placed)).endedAt !== null, LONG_MS);
  await sql`update numbers.rule set rule = jsonb_set(rule, '{voicemail,greetings,forNow,until}', '"2026-01-01T00:00:00Z"')
    where account_id = ${caller.accountId}`.execute(callers.database);

  const later = await callIn(stack, { to, from: '+447700900555' });
  await until('the usual greeting', async () => await hasHeard(later, 540), LONG_MS);
  await hangUpOutside(stack, later);
  await until('the end', async () => (await outside(stack, later)).endedAt !== null, LONG_MS);
});

test('where the sound of a greeting is lost, a caller hears the usual words and leaves a message all the same', async () => {
  const caller = await callers.caller('2.00');
  const to = await closedNumberOf(caller, { ...NONE, usual: await aGreeting(caller, null) });

  const placed = await callIn(stack, { to, from: '+447700900555', says: 620 });
  await until('the answer', async () => (await outside(stack, placed)).answeredAt !== null, LONG_MS);
  // The attendant's own tone, of 1000 Hz, comes behind the words.
  await until('words', async () => (await tonesOf(placed)).some((heard) => Math.abs(heard - 1000) > 50), LONG_MS);
  await until('the voicemail', async () => (await caller.voicemails()).length === 1, LONG_MS);
  await until('the end', async () => (await outside(stack, placed)).endedAt !== null, LONG_MS);
});
