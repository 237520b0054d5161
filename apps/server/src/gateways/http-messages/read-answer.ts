import { type Posted, retryAfterMs } from '../../platform/post.ts';
import type { HttpProvider } from '../../platform/settings/http-provider.ts';
import type { PostOutcome } from './http-carrier.ts';
import { codeAt, idAt, segmentsAt } from './value-at.ts';

/** What an answer means. `rest`: the provider is to be left alone, for so long at least; null: it works as it should. */
export type Understood = { outcome: PostOutcome; rest: { leastMs: number; why: string } | null };

/** Redirects that say that the request was not taken where it went (RFC 9110 §15.4). */
const ELSEWHERE: ReadonlySet<number> = new Set([301, 307, 308]);
/** Of these the request may have been taken all the same, or another with its key (RFC 9110 §15.5.9, §15.5.10). */
const PERHAPS: ReadonlySet<number> = new Set([408, 409]);

/**
 * What became of a message, by the provider's answer: taken, refused, not now, or unknown wherever it may have been taken without that
 * being said.
 */
export function readAnswer(posted: Posted, { answer }: Pick<HttpProvider, 'answer'>, now: Date): Understood {
  if (posted.state === 'not_sent') return later(posted.why, 0);
  if (posted.state === 'lost') return unknown(posted.why);
  const { status, body } = posted;
  const said = parsed(body);
  if (status >= 200 && status <= 299) return readTaken(status, said, answer);
  const waitMs = retryAfterMs(posted.retryAfter, now);
  const word = wordOf(status, codeAt(said, answer.error));
  const isLater = answer.laterStatuses.includes(status) || ELSEWHERE.has(status);
  if (isLater || (status === 503 && waitMs !== null)) return later(word, waitMs ?? 0);
  if (status < 400 || status > 499 || PERHAPS.has(status)) return unknown(word);
  return refused(word, codeAt(said, answer.error), answer);
}

function readTaken(status: number, said: unknown, answer: HttpProvider['answer']): Understood {
  const code = codeAt(said, answer.error);
  if (code !== null && !answer.noErrors.includes(code)) return refused(wordOf(status, code), code, answer);
  const carrierMessageId = answer.id === null ? '' : idAt(said, answer.id);
  if (carrierMessageId === null) return unknown(`${status} without an id`);
  return { outcome: { outcome: 'accepted', carrierMessageId, ...segmentsAt(said, answer.segments) }, rest: null };
}

function refused(word: string, code: string | null, { laterErrors }: HttpProvider['answer']): Understood {
  if (code !== null && laterErrors.includes(code)) return later(word, 0);
  return { outcome: { outcome: 'refused', status: word }, rest: null };
}

const later = (why: string, leastMs: number): Understood => ({
  outcome: { outcome: 'later', why },
  rest: { leastMs, why },
});
const unknown = (why: string): Understood => ({ outcome: { outcome: 'unknown' }, rest: { leastMs: 0, why } });
const wordOf = (status: number, code: string | null) => (code === null ? `HTTP ${status}` : `HTTP ${status} ${code}`);

function parsed(body: string | null): unknown {
  if (body === null) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
