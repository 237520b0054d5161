import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readWav, writeWav } from '@farline/sip-endpoint/wav';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createSpeech } from './speech.ts';

vi.setConfig({ testTimeout: 60_000 });

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'farline-speech-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

let folders = 0;
const folder = () => join(root, `${++folders}`);
const hello = { text: 'Hello', language: 'en-GB' };

/** A stand-in for espeak-ng that counts its runs and then does as told. */
async function command(script: string): Promise<{ path: string; runs: () => Promise<number> }> {
  const path = `${folder()}.sh`;
  const count = `${path}.runs`;
  await writeFile(path, `#!/bin/sh\necho run >> "${count}"\n${script}\n`);
  await chmod(path, 0o755);
  return { path, runs: async () => (await readFile(count, 'utf8')).split('\n').length - 1 };
}

test('a text becomes speech of 8 kHz, mono, 16 bits', async () => {
  const { sampleRate, samples } = readWav(await readFile(await createSpeech({ cacheFolder: folder() }).say(hello)));
  const loudest = samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
  expect(sampleRate).toBe(8000);
  expect(samples.length).toBeGreaterThan(8000 * 0.2);
  expect(loudest).toBeGreaterThan(3000);
});

test('another text, language or voice is another file; the same is the same', async () => {
  const speech = createSpeech({ cacheFolder: folder() });
  const paths = await Promise.all(
    [hello, hello, { ...hello, text: 'Goodbye' }, { ...hello, language: 'de' }, { ...hello, voice: 'en-us' }].map(
      (each) => speech.say(each),
    ),
  );
  expect(new Set(paths).size).toBe(4);
});

test('fifty requests for one text at once make it once, and it is kept', async () => {
  const espeak = await command('exec espeak-ng "$@"');
  const cacheFolder = folder();
  const speech = createSpeech({ cacheFolder, command: espeak.path });
  await Promise.all(Array.from({ length: 50 }, () => speech.say(hello)));
  await createSpeech({ cacheFolder, command: espeak.path }).say(hello);
  expect(await espeak.runs()).toBe(1);
  expect(await readdir(cacheFolder)).toHaveLength(1);
});

test.each([
  ['is empty', new Uint8Array()],
  ['holds nothing but zeros', new Uint8Array(16_044)],
  ['is cut short', writeWav({ sampleRate: 8000, samples: new Int16Array(8000) }).subarray(0, 8000)],
])('a file that %s, as a power cut leaves one, is made anew by whoever starts after it', async (_, left) => {
  const cacheFolder = folder();
  const path = await createSpeech({ cacheFolder }).say(hello);
  const spoken = await readFile(path);
  await writeFile(path, left);
  expect(await createSpeech({ cacheFolder }).say(hello)).toBe(path);
  expect((await readFile(path)).equals(spoken)).toBe(true);
  expect(await readdir(cacheFolder)).toHaveLength(1);
});

test('what is said anew is made each time, whatever is kept', async () => {
  const espeak = await command('exec espeak-ng "$@"');
  const cacheFolder = folder();
  const speech = createSpeech({ cacheFolder, command: espeak.path });
  await speech.say(hello);
  const { wav, durationMs } = await speech.sayAnew(hello);
  expect(await espeak.runs()).toBe(2);
  expect(durationMs).toBe(Math.round(readWav(wav).samples.length / 8));
  expect(await readdir(cacheFolder)).toHaveLength(1);
});

test('a synthesis that hangs is stopped, and the next may succeed', async () => {
  const cacheFolder = folder();
  const hanging = await command('exec sleep 60');
  const stuck = createSpeech({ cacheFolder, command: hanging.path, timeoutMs: 100 });
  await expect(stuck.say(hello)).rejects.toThrow('was stopped after 100 ms');
  expect(await createSpeech({ cacheFolder }).say(hello)).toContain(cacheFolder);
});

test('a command that fails or is not there is told in a sentence', async () => {
  const failing = await command('echo "no such voice" >&2; exit 3');
  await expect(createSpeech({ cacheFolder: folder(), command: failing.path }).say(hello)).rejects.toThrow(
    'ended with 3. no such voice',
  );
  const missing = createSpeech({ cacheFolder: folder(), command: 'no-such-espeak' });
  await expect(missing.say(hello)).rejects.toThrow('no-such-espeak could not be started');
});

test('a text is never taken for an option, nor a voice for a path', async () => {
  const speech = createSpeech({ cacheFolder: folder() });
  const { samples } = readWav(await readFile(await speech.say({ ...hello, text: '--version -w /nowhere' })));
  expect(samples.length).toBeGreaterThan(8000);
  await expect(speech.say({ ...hello, voice: '../secret' })).rejects.toThrow('no name of a voice');
  await expect(speech.say({ ...hello, language: '../secret' })).rejects.toThrow('no language');
});

test('a recording of the operator goes before the voice of the machine', async () => {
  const recordingsFolder = folder();
  const path = join(recordingsFolder, 'en-GB', 'hello.wav');
  await mkdir(join(path, '..'), { recursive: true });
  const speech = createSpeech({ cacheFolder: folder(), recordingsFolder });
  expect(await speech.say(hello)).not.toBe(path);

  await writeFile(path, writeWav({ sampleRate: 8000, samples: new Int16Array(800) }));
  expect(await speech.say(hello)).toBe(path);

  await writeFile(path, writeWav({ sampleRate: 44100, samples: new Int16Array(800) }));
  await expect(speech.say(hello)).rejects.toThrow('has 44100 Hz: a recording must have 8000');
  await writeFile(path, 'not sound');
  await expect(speech.say(hello)).rejects.toThrow('cannot be played. This is not a WAV file.');
});

test('past so many texts the oldest go, and the newest stays', async () => {
  const cacheFolder = folder();
  const speech = createSpeech({ cacheFolder, most: 4 });
  for (const name of ['Ada', 'Bea', 'Cid', 'Dan']) await speech.say({ ...hello, text: name });
  expect(await readdir(cacheFolder)).toHaveLength(4);
  const newest = await speech.say({ ...hello, text: 'Eve' });
  expect(await readdir(cacheFolder)).toHaveLength(3);
  expect(readWav(await readFile(newest)).sampleRate).toBe(8000);
});
