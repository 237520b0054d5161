import { SPECIFIED } from '../../lib/specification-constants.ts';

/** The four services of a card line, and where each says how it is. */
export const SERVICES = [
  { service: 'polly', path: '/polly-test' },
  { service: 'health', path: '/health' },
  { service: 'status', path: '/status' },
  { service: 'db', path: '/db-test' },
] as const;

export type ServiceName = (typeof SERVICES)[number]['service'];

export type ServiceAnswer =
  | { is: 'checking' }
  /** It answered; whether it says that it works. `sentence` is its own word, if it gave one. */
  | { is: 'ok' | 'failing'; httpStatus: number; tookMs: number; sentence: string | null; body: string }
  | { is: 'unreachable'; tookMs: number; cause: 'timeout' | 'network' };

/** The origin that a typed host means, or null when it is none. A bare name is taken as https. */
export function readHost(typed: string): string | null {
  const text = typed.trim();
  // Chromium takes a blank in a host for %20.
  if (text === '' || /\s/.test(text)) return null;
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
    // An API gateway's stage is a path, such as /prod.
    return url.origin + url.pathname.replace(/\/+$/, '');
  } catch {
    return null;
  }
}

/** Asks one service how it is, without credentials. Never throws. */
export async function askService(url: string): Promise<ServiceAnswer> {
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(SPECIFIED.requestTimeoutMs),
    });
    const text = await response.text();
    return { ...readReply(response.status, text), tookMs: took() };
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    return { is: 'unreachable', tookMs: took(), cause: isLate ? 'timeout' : 'network' };
  }
}

/** What a reply says: a success is working, unless its own words deny it. */
export function readReply(
  httpStatus: number,
  text: string,
): { is: 'ok' | 'failing'; httpStatus: number; sentence: string | null; body: string } {
  const json = parseObject(text);
  // A web page for an answer: nobody is at home at this path.
  const isPage = json === null && /^\s*</.test(text);
  const isSuccess = httpStatus >= 200 && httpStatus < 300 && !isPage;
  const deniesIt = json !== null && ['failing', 'degraded', 'error', 'unhealthy'].includes(String(json['status']));
  const message = json?.['message'];
  return {
    is: isSuccess && !deniesIt ? 'ok' : 'failing',
    httpStatus,
    sentence: typeof message === 'string' && message !== '' ? message : null,
    body: json === null ? text.slice(0, 4_000) : JSON.stringify(json, null, 2),
  };
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
