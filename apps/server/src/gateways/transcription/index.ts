import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { openAgents, post, type Posted, retryAfterMs } from '../../platform/post.ts';
import type { TranscriptionSettings } from '../../platform/settings/transcription.ts';
import { writeForm } from './write-form.ts';

const CONNECT_MS = 10_000;
/** With what is sent. A program on a small machine needs about as long as the sound lasts: three minutes at most. */
const ANSWER_MS = 240_000;

/** About the sound that was sent: with the same one the answer is the same. */
const FOR_GOOD = new Set([400, 413, 415, 422]);

/** About this one request, which may have been heard in part. */
const ABOUT_THE_REQUEST = new Set([408, 409, 425]);

const answer = z.object({ text: z.string() });

/** `why` names neither what was said nor the key. */
export type TranscriptionOutcome =
  | { state: 'transcribed'; text: string }
  /** The sound left, and may have been paid for. `afterMs`: what the service asks for; null: nothing. */
  | { state: 'later'; why: string; afterMs: number | null }
  /** It takes no sound of ours now: it is not there, or a key, an address or how much is asked for is wrong. Nothing was paid for. */
  | { state: 'unavailable'; why: string; afterMs: number | null }
  /** The service takes this sound neither now nor later. */
  | { state: 'refused'; why: string };

/**
 * A service that speaks the OpenAI API: `POST {url}/audio/transcriptions`, a form with `file`, `model` and `response_format`, answered by
 * `{"text": …}`. The language is not said: callers speak any, and the service hears which. The answer is read up to 64 KiB. What it gives asks
 * once, follows no redirect, and never rejects.
 */
export function createTranscription(
  { url, key, model }: TranscriptionSettings,
  { clock, connectMs = CONNECT_MS, answerMs = ANSWER_MS }: { clock: Clock; connectMs?: number; answerMs?: number },
): (wav: Buffer, signal: AbortSignal) => Promise<TranscriptionOutcome> {
  const agents = openAgents(null);
  const address = new URL(`${url}/audio/transcriptions`);
  return async (wav, signal) => {
    const file = { name: 'voicemail.wav', type: 'audio/wav', bytes: wav };
    const { headers, body } = writeForm({ model, response_format: 'json' }, file);
    const written = {
      url: address,
      method: 'POST',
      body,
      headers: {
        'user-agent': 'Farline',
        accept: 'application/json',
        'accept-encoding': 'identity',
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...headers,
      },
    };
    return readAnswer(await post(written, { agents, connectMs, answerMs, signal }), clock.now());
  };
}

/**
 * What is wrong with how we ask (a key, an address, a model, too many at once) or with the service may be right the next time; an answer
 * that was paid for and holds no text is not asked for again.
 */
function readAnswer(posted: Posted, now: Date): TranscriptionOutcome {
  if (posted.state === 'not_sent') return { state: 'unavailable', why: posted.why, afterMs: null };
  if (posted.state === 'lost') return { state: 'later', why: posted.why, afterMs: null };
  const { status, retryAfter, body } = posted;
  const why = `answered ${status}`;
  if (FOR_GOOD.has(status)) return { state: 'refused', why };
  if (status < 200 || status >= 300) {
    const isRefusal = status >= 300 && status < 500 && !ABOUT_THE_REQUEST.has(status);
    return { state: isRefusal ? 'unavailable' : 'later', why, afterMs: retryAfterMs(retryAfter, now) };
  }
  const text = body === null ? null : textIn(body);
  return text === null
    ? { state: 'refused', why: `${why} with nothing that could be read` }
    : { state: 'transcribed', text };
}

function textIn(body: string): string | null {
  try {
    return answer.safeParse(JSON.parse(body)).data?.text ?? null;
  } catch {
    return null;
  }
}
