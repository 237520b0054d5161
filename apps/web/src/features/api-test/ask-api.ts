import { apiAddress } from '../../lib/api/http.ts';
import { SPECIFIED } from '../../lib/specification-constants.ts';
import type { Reply } from './api-test.ts';

/**
 * Asks a path of the API's host as a stranger does: no token, no cookie. The client of the other pages is not used: it
 * would take the expected 401 for the end of the session.
 */
export async function askApi(path: string): Promise<Reply> {
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  try {
    const response = await fetch(apiAddress(path), {
      headers: { accept: 'application/json' },
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(SPECIFIED.requestTimeoutMs),
    });
    const text = await response.text();
    return { is: 'answered', httpStatus: response.status, durationMs: durationMs(), data: readable(text) };
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    return { is: 'unanswered', cause: isLate ? 'timeout' : 'network', durationMs: durationMs() };
  }
}

const MOST_SHOWN = 4_000;

/** JSON with its lines broken; anything else as it came, cut where it gets long. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text.slice(0, MOST_SHOWN);
  }
}
