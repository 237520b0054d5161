import {
  answersWith,
  isSilent,
  refuses,
  says,
  standInTranscription,
  TRANSCRIPTION_KEY,
  type Transcribing,
} from '@farline/tools/stand-in-transcription';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createTranscription } from './index.ts';

const NOW = new Date('2026-11-23T21:00:00Z');
const clock = { now: () => NOW };
const stays = () => new AbortController().signal;

/** A WAV file of half a second, whose samples look like the border of a form wherever they can. */
function aWav(): Buffer {
  const wav = Buffer.alloc(44 + 8000, '\r\n--farline-');
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    wav.writeUInt16LE(value, at);
  wav.writeUInt32LE(8000, 24);
  wav.writeUInt32LE(16_000, 28);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(8000, 40);
  return wav;
}

async function aService(usually: Transcribing) {
  const service = await standInTranscription(usually);
  onTestFinished(service.close);
  const known = { url: service.url, key: TRANSCRIPTION_KEY, model: 'whisper-1' };
  return { ...service, known };
}

test('a sound is sent whole, with the model and the key, and what was said comes back', async () => {
  const { known, asked, refused } = await aService(says('Please call back.'));

  const outcome = await createTranscription(known, { clock })(aWav(), stays());

  expect(outcome).toEqual({ state: 'transcribed', text: 'Please call back.' });
  expect(refused).toEqual([]);
  expect(asked).toMatchObject([{ model: 'whisper-1', seconds: 0.5 }]);
  expect(asked[0]?.wav.equals(aWav())).toBe(true);
});

test.each<[string, Transcribing, object]>([
  [
    'too many at once, with a time to wait',
    refuses(429, 'rate_limit', { 'retry-after': '30' }),
    { state: 'unavailable', afterMs: 30_000 },
  ],
  [
    'the same as a date',
    refuses(429, 'rate_limit', { 'retry-after': 'Mon, 23 Nov 2026 21:01:00 GMT' }),
    { state: 'unavailable', afterMs: 60_000 },
  ],
  [
    'a time to wait without an end',
    refuses(503, 'overloaded', { 'retry-after': '999999999' }),
    { state: 'later', afterMs: 900_000 },
  ],
  ['a request that took them too long', refuses(408, 'timeout'), { state: 'later', why: 'answered 408' }],
  ['a fault of theirs', refuses(500, 'server_error'), { state: 'later', why: 'answered 500', afterMs: null }],
  ['a sound that they do not take', refuses(400, 'invalid_request_error'), { state: 'refused', why: 'answered 400' }],
  ['a page', answersWith(200, '<html>Welcome</html>'), { state: 'refused' }],
  ['JSON of something else', answersWith(200, '{"texts":[]}'), { state: 'refused' }],
  ['a text that is none', answersWith(200, '{"text":7}'), { state: 'refused' }],
  ['an answer without an end in sight', answersWith(200, `{"text":"${'a'.repeat(200_000)}"}`), { state: 'refused' }],
])('%s', async (_what, answering, outcome) => {
  const { known } = await aService(answering);
  expect(await createTranscription(known, { clock })(aWav(), stays())).toMatchObject(outcome);
});

test.each([
  ['a wrong key', { key: 'sk-of-somebody-else' }, 'answered 401'],
  ['no key', { key: null }, 'answered 401'],
  ['a model that nobody knows', { model: 'whisper-9' }, 'answered 404'],
])('%s is asked for again later: whoever runs this can put it right', async (_what, wrong, why) => {
  const { known } = await aService(says('never'));
  const outcome = await createTranscription({ ...known, ...wrong }, { clock })(aWav(), stays());
  expect(outcome).toEqual({ state: 'unavailable', why, afterMs: null });
});

test('a redirect is not followed, wherever it leads', async () => {
  let visits = 0;
  const inside = createServer((_request, response) => {
    visits += 1;
    response.end('{"text":"from inside"}');
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void inside.close());
  const location = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/secret`;
  const { known } = await aService(answersWith(307, '', { location }));

  expect(await createTranscription(known, { clock })(aWav(), stays())).toMatchObject({
    state: 'unavailable',
    why: 'answered 307',
  });
  expect(visits).toBe(0);
});

test('one that never answers, or begins and never ends, is given up in time', async () => {
  const begins: Transcribing = (response) => void response.writeHead(200).write('{"text":"');
  for (const [answering, outcome] of [
    [isSilent, { state: 'later', why: 'no answer in time' }],
    [begins, { state: 'refused' }],
  ] as const) {
    const { known } = await aService(answering);
    expect(await createTranscription(known, { clock, answerMs: 200 })(aWav(), stays())).toMatchObject(outcome);
  }
});

test('one that is not there is tried later; whoever stops does not wait', async () => {
  const { known, close } = await aService(isSilent);
  const stopping = new AbortController();
  const asking = createTranscription(known, { clock })(aWav(), stopping.signal);
  stopping.abort();
  expect(await asking).toMatchObject({ why: 'we are closing' });
  close();
  expect(await createTranscription(known, { clock })(aWav(), stays())).toMatchObject({ state: 'unavailable' });
});
