import type { Clock } from '../../platform/clock.ts';
import { openAgents, post, type Posted, retryAfterMs } from '../../platform/post.ts';
import type { TelnyxSettings } from '../../platform/settings/number-provider.ts';
import { createConcurrencyLimit } from '../../platform/concurrency/concurrency-limit.ts';

export type TelnyxPatience = { connectMs: number; answerMs: number };
/** How many questions are under way at once, and how many wait for their turn. */
export type TelnyxLine = { atOnce: number; mostWaiting: number };

/** An answer with JSON in it; `body` undefined: none that can be read. */
type Answered = { state: 'answered'; status: number; afterMs: number | null; body: unknown };
export type Told = Answered | Exclude<Posted, { state: 'answered' }>;

type AskTelnyx = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => Promise<Told>;

class Busy extends Error {}

/** The longest that a question takes in such a line, with the wait for its turn. */
export const longestMs = ({ connectMs, answerMs, atOnce, mostWaiting }: TelnyxPatience & TelnyxLine): number =>
  (Math.ceil(mostWaiting / atOnce) + 1) * (connectMs + answerMs);

/** Asks the API once, with JSON and the key, and never rejects. Answers are read up to 64 KiB, and no redirect is followed. */
export function createAskTelnyx(
  { url, apiKey }: Pick<TelnyxSettings, 'url' | 'apiKey'>,
  { clock, connectMs, answerMs, atOnce, mostWaiting }: TelnyxPatience & TelnyxLine & { clock: Clock },
): AskTelnyx {
  const agents = openAgents(null);
  const stays = new AbortController().signal;
  const limited = createConcurrencyLimit({ atOnce, mostWaiting, busy: () => new Busy() });
  return async (method, path, body) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const written = {
      url: new URL(`${url}${path}`),
      method,
      body: text,
      headers: {
        'user-agent': 'Farline',
        accept: 'application/json',
        'accept-encoding': 'identity',
        authorization: `Bearer ${apiKey}`,
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
      },
    };
    try {
      const posted = await limited(async () => await post(written, { agents, connectMs, answerMs, signal: stays }));
      return posted.state === 'answered' ? read(posted, clock.now()) : posted;
    } catch (error) {
      if (error instanceof Busy) return { state: 'not_sent', why: 'too many questions are under way' };
      throw error;
    }
  };
}

function read({ status, retryAfter, body }: Extract<Posted, { state: 'answered' }>, now: Date): Answered {
  return { state: 'answered', status, afterMs: retryAfterMs(retryAfter, now), body: jsonIn(body) };
}

function jsonIn(body: string | null): unknown {
  try {
    return body === null ? undefined : (JSON.parse(body) as unknown);
  } catch {
    return undefined;
  }
}
