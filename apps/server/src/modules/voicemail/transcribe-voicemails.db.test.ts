import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { keptLog } from '../../testing/kept-log.ts';
import { testApp } from '../../testing/test-app.ts';
import { type Transcribe, transcribing } from './transcribe-voicemails.ts';
import { queueTranscript } from './transcripts-store.ts';
import { findRecording, insertRecording } from './voicemail-store.ts';

const { database } = await testApp({ FARLINE_ROLES: 'api' });
const MINUTE_MS = 60_000;

/** What has messages written down by a service that does as the test says; time passes as it says too. */
function aTranscriber(transcribe: Transcribe, files = { read: async () => Buffer.from('RIFF') as Buffer | null }) {
  let now = new Date();
  const { log, lines } = keptLog('info');
  const deps = { database, log, files, transcribe, clock: { now: () => now }, random: () => 0.5 };
  return {
    lines,
    /** Another process has one of its own. */
    process: () => transcribing(deps).run,
    /** One that can be stopped. */
    aProcess: () => transcribing(deps),
    passes: (ms: number) => (now = new Date(now.getTime() + ms)),
    queue: async () => {
      const caller = { from: null, fromText: null, callerDoubt: null };
      const recording = { id: newId(), accountId: newId(), number: '+14155550100', ...caller };
      await inTransaction(database, async (tx) => {
        await insertRecording(tx, { ...recording, at: now, milliseconds: 1000 });
        await queueTranscript(tx, { ...recording, milliseconds: 1000, at: now, mostMilliseconds: 10_000 });
      });
      return recording.id;
    },
  };
}

const rowOf = async (id: string) =>
  (
    await sql<{ state: string; attempts: number; due_at: Date | null }>`
      select state, attempts, due_at from voicemail.transcript where recording_id = ${id}`.execute(database)
  ).rows[0];
const attemptsOf = async (id: string) => (await rowOf(id))?.attempts;
const transcriptOf = async (id: string) => (await findRecording(database, id))?.transcript;
const stateOf = async (id: string) => (await transcriptOf(id))?.state;

test('of several processes each message is asked for once', async () => {
  const asked: number[] = [];
  const { queue, process } = aTranscriber(async () => {
    asked.push(1);
    return { state: 'transcribed', text: 'Hello.' };
  });
  const ids = [await queue(), await queue(), await queue(), await queue()];
  const [one, other, third] = [process(), process(), process()];
  await Promise.all([one(), other(), third()]);

  for (const id of ids) await expect.poll(async () => await stateOf(id)).toBe('written');
  expect(asked).toHaveLength(4);
});

test('it is tried six times, later each time, and then failed for good; one word of each try is in the log', async () => {
  let asked = 0;
  const { queue, process, passes, lines } = aTranscriber(async () => {
    asked += 1;
    return { state: 'later', why: 'answered 503', afterMs: null };
  });
  const id = await queue();
  const run = process();
  const pauses = [5_000, 20_000, 80_000, 320_000, 600_000];
  for (const [before, pauseMs] of pauses.entries()) {
    await run();
    await expect.poll(() => lines.length).toBe(before + 1);
    passes(pauseMs - 1);
    await run();
    expect(asked).toBe(before + 1);
    passes(2);
  }
  await run();
  await expect.poll(async () => await stateOf(id)).toBe('failed');
  passes(24 * 60 * MINUTE_MS);
  await run();

  expect(asked).toBe(6);
  expect(lines).toHaveLength(6);
  expect(lines[5]).toContain('stays without');
});

test('a service that names a time is not asked before', async () => {
  let asked = 0;
  const { queue, process, passes, lines } = aTranscriber(async () => {
    asked += 1;
    return asked === 1
      ? { state: 'unavailable', why: 'answered 429', afterMs: 90_000 }
      : { state: 'transcribed', text: 'Now.' };
  });
  const id = await queue();
  const run = process();
  await run();
  await expect.poll(() => lines.length).toBe(1);
  passes(89_000);
  await run();
  expect(asked).toBe(1);
  passes(1_001);
  await run();
  await expect.poll(async () => await stateOf(id)).toBe('written');
});

test('what a process that died had taken is taken by another after five minutes, and not for ever', async () => {
  const never = new Promise<never>(() => undefined);
  let asked = 0;
  const { queue, process, passes } = aTranscriber(async () => {
    asked += 1;
    return await never;
  });
  const id = await queue();
  for (let died = 1; died <= 6; died += 1) {
    await process()();
    await expect.poll(() => asked).toBe(died);
    await process()();
    expect(asked).toBe(died);
    passes(5 * MINUTE_MS + 1);
  }
  await process()();
  await expect.poll(async () => await stateOf(id)).toBe('failed');
  expect(asked).toBe(6);
});

test('a service that never answers has four sounds at once, and no more', async () => {
  let asked = 0;
  const { queue, process } = aTranscriber(async () => {
    asked += 1;
    return await new Promise<never>(() => undefined);
  });
  for (let which = 0; which < 6; which += 1) await queue();
  const run = process();
  for (let round = 0; round < 3; round += 1) await run();
  await expect.poll(() => asked).toBe(4);
  await sql`delete from voicemail.recording`.execute(database);
});

test('whose sound is gone, or who waited for a day, is failed without being asked for', async () => {
  let asked = 0;
  const service: Transcribe = async () => {
    asked += 1;
    return { state: 'transcribed', text: 'never' };
  };
  const gone = aTranscriber(service, { read: async () => null });
  const id = await gone.queue();
  await gone.process()();
  await expect.poll(async () => await stateOf(id)).toBe('failed');

  const late = aTranscriber(service);
  const old = await late.queue();
  late.passes(24 * 60 * MINUTE_MS + 1);
  await late.process()();
  await expect.poll(async () => await stateOf(old)).toBe('failed');
  expect(asked).toBe(0);
});

test('who is stopped waits until the message is left to the next, at once and with all its tries', async () => {
  const stopping = new AbortController();
  const { queue, aProcess, passes } = aTranscriber(async (_wav, signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return { state: 'later', why: 'we are closing', afterMs: null };
  });
  const id = await queue();
  const { run, idle } = aProcess();
  await run(stopping.signal);
  stopping.abort();
  await idle();

  expect(await stateOf(id)).toBe('pending');
  expect(await attemptsOf(id)).toBe(0);
  await aTranscriberAt(passes(0)).run();
  await expect.poll(async () => await stateOf(id)).toBe('written');
});

test('a service that takes nothing for hours costs no message its tries, and is asked ever more seldom', async () => {
  let asked = 0;
  let isBack = false;
  const { queue, aProcess, passes } = aTranscriber(async () => {
    asked += 1;
    return isBack
      ? { state: 'transcribed', text: 'At last.' }
      : { state: 'unavailable', why: 'ECONNREFUSED', afterMs: null };
  });
  const ids = [await queue(), await queue(), await queue(), await queue(), await queue(), await queue()];
  const { run, idle } = aProcess();
  for (let second = 0; second < 3 * 60 * 60; second += 5) {
    passes(5_000);
    await run();
    await idle();
  }
  expect(asked).toBeLessThan(4 * 45);
  expect(await Promise.all(ids.map(attemptsOf))).toEqual([0, 0, 0, 0, 0, 0]);

  isBack = true;
  passes(6 * MINUTE_MS);
  for (let round = 0; round < 2; round += 1) {
    await run();
    await idle();
  }
  expect(await Promise.all(ids.map(stateOf))).toEqual(ids.map(() => 'written'));
});

test('one that takes nothing is not asked for the next message meanwhile', async () => {
  let asked = 0;
  const { queue, aProcess, passes } = aTranscriber(async () => {
    asked += 1;
    return { state: 'unavailable', why: 'answered 401', afterMs: null };
  });
  await queue();
  const { run, idle } = aProcess();
  await run();
  await idle();
  await queue();
  await run();
  passes(4_999);
  await run();
  expect(asked).toBe(1);
  passes(2);
  await run();
  await idle();
  expect(asked).toBe(3);
  await sql`delete from voicemail.recording`.execute(database);
});

test.each<[string, Awaited<ReturnType<Transcribe>>]>([
  ['a text', { state: 'transcribed', text: 'Too late.' }],
  ['a refusal', { state: 'refused', why: 'answered 400' }],
  ['a fault', { state: 'later', why: 'answered 503', afterMs: 0 }],
  ['no service', { state: 'unavailable', why: 'ECONNREFUSED', afterMs: 0 }],
])('who comes with %s when another has taken the message changes nothing', async (_what, outcome) => {
  const answers: ((answer: Awaited<ReturnType<Transcribe>>) => void)[] = [];
  const { queue, aProcess, passes, lines } = aTranscriber(
    async () => await new Promise((resolve) => answers.push(resolve)),
  );
  const id = await queue();
  const [late, holder] = [aProcess(), aProcess()];
  await late.run();
  await expect.poll(() => answers.length).toBe(1);
  passes(5 * MINUTE_MS + 1);
  await holder.run();
  await expect.poll(() => answers.length).toBe(2);
  const before = await rowOf(id);

  answers[0]?.(outcome);
  await late.idle();
  expect(await rowOf(id)).toEqual(before);
  expect(lines).toEqual([]);

  answers[1]?.({ state: 'transcribed', text: 'In time.' });
  await holder.idle();
  expect(await transcriptOf(id)).toEqual({ state: 'written', text: 'In time.' });
});

/** One that takes all at once, at an instant. */
function aTranscriberAt(now: Date) {
  const { log } = keptLog('warn');
  const files = { read: async () => Buffer.from('RIFF') };
  const transcribe: Transcribe = async () => ({ state: 'transcribed', text: 'Later.' });
  return { run: transcribing({ database, log, files, transcribe, clock: { now: () => now } }).run };
}
