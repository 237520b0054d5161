import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CODE_CALLS_FOLDER, VOICEMAIL_FOLDER, VOICEMAIL_LANGUAGES } from '@farline/contracts';
import { readWav } from '@farline/sip-endpoint/wav';
import { createSpeech, isSilent } from '@farline/speech';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from '../../platform/ids.ts';
import { MAILBOX_WORDS, type SpokenLanguage, VOICES } from './greetings.ts';
import { OWNER_WORDS, sayBox, sayCaption, sayCounts } from './mailbox-words.ts';
import { menuWords } from './menu-task.ts';
import { orderCodeCall } from './order-code-call.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farline-words-'));
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

const SAMPLES_A_SECOND = 8_000;
/** Of what the machine's voice cannot say it says nothing, or spells it out letter by letter. */
const LEAST_SECONDS = 0.4;
const MOST_SECONDS_A_CHARACTER = { alphabet: 0.2, characters: 0.5 };

async function codeWords(language: SpokenLanguage): Promise<string[]> {
  const dataFolder = join(folder, language);
  const order = { id: newId(), code: '123456', language, at: new Date() };
  await orderCodeCall({ dataFolder, wordOf: () => 'f'.repeat(32) }, order);
  const orders = join(dataFolder, VOICEMAIL_FOLDER, CODE_CALLS_FOLDER);
  const [name = ''] = await readdir(orders);
  const read = z.object({ greeting: z.string(), first: z.string(), again: z.string(), goodbye: z.string() });
  return Object.values(read.parse(JSON.parse(await readFile(join(orders, name), 'utf8'))));
}

/** All that the attendant says of itself in a language. */
async function everyWord(language: SpokenLanguage): Promise<string[]> {
  const { none, allBoxes, boxOver, otherNumbers, choices, deleted, gone, unavailable, end } = OWNER_WORDS[language];
  const { boxOverInCall, endOfCall } = OWNER_WORDS[language];
  const message = { from: '+447700900123', at: new Date('2026-11-20T09:05:00Z'), number: '+14155550100' };
  const now = { now: new Date('2026-11-23T12:00:00Z'), timeZone: 'UTC' };
  return [
    ...Object.values(MAILBOX_WORDS[language]),
    ...[allBoxes, boxOver, sayBox(language, { name: otherNumbers, key: '9', fresh: 2, saved: 0 })],
    ...[none, choices, deleted, gone, unavailable, end, boxOverInCall, endOfCall],
    ...[0, 1, 2, 3, 11].map((count) => sayCounts(language, { fresh: count, saved: count })),
    ...[sayCaption(language, message, now), sayCaption(language, { ...message, from: null, number: null }, now)],
    menuWords({ language, text: null, keys: [{ key: '*', name: '1', then: { do: 'busy' } }] }),
    menuWords({ language, text: null, keys: [{ key: '#', name: '2', then: { do: 'busy' } }] }),
    ...(await codeWords(language)),
  ];
}

test.each(VOICEMAIL_LANGUAGES)(
  'every word of the attendant is spoken in %s, by a voice of that language',
  async (language) => {
    const speech = createSpeech({ cacheFolder: join(folder, 'speech') });
    const samplesOf = async (text: string, voice: string) =>
      readWav(await readFile(await speech.say({ text, language: voice }))).samples;
    const most = MOST_SECONDS_A_CHARACTER[language === 'zh' ? 'characters' : 'alphabet'];
    for (const text of await everyWord(language)) {
      const samples = await samplesOf(text, VOICES[language]);
      const seconds = samples.length / SAMPLES_A_SECOND;
      expect({ text, isSilent: isSilent(samples) }).toEqual({ text, isSilent: false });
      expect(seconds, text).toBeGreaterThan(LEAST_SECONDS);
      expect(seconds, text).toBeLessThan(1.5 + text.length * most);
    }
    const other = VOICES[language === 'en' ? 'es' : 'en'];
    const { greeting } = MAILBOX_WORDS[language];
    expect(await samplesOf(greeting, VOICES[language])).not.toEqual(await samplesOf(greeting, other));
  },
);
