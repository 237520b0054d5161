import type { ProblemBody } from '@farline/contracts/problem';
import { apiHost } from './api-host.ts';
import { translateProblem, translateSentence } from '../language/i18n.ts';
import { EVERYWHERE } from '../specified-everywhere.ts';

const HOST = apiHost(import.meta.env, globalThis.location?.protocol ?? 'http:');
/** The refresh cookie is kept and sent where the API has another origin than the page, too. */
const credentials = 'include';

/** The absolute address of a path on the API's host. */
export function apiAddress(path: string): string {
  return new URL(path, HOST === '' ? location.origin : HOST).href;
}

/** Where live push is found, on the API's host. */
export function livePushUrl(): string {
  return apiAddress('/ws').replace(/^http/, 'ws');
}

export type RequestOutcome = 'answered' | 'timeout' | 'network';

/** A request that did not succeed. `message` is the sentence for a person, in the order of the specification's section 8. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly outcome: RequestOutcome;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly code: string;
  /** The server's own sentence, in the page's language where it has it; null when it gave none. */
  readonly serverMessage: string | null;
  /** All that the server said; undefined when it said nothing that can be read. */
  readonly reply: unknown;
  /** The sentence of each wrong field. */
  readonly fieldErrors: Record<string, string>;

  constructor(failure: {
    outcome: RequestOutcome;
    status: number;
    message: string;
    problem?: Partial<ProblemBody> | undefined;
    reply?: unknown;
  }) {
    super(sentenceFrom(failure.problem) ?? failure.message);
    this.outcome = failure.outcome;
    this.status = failure.status;
    this.code = failure.problem?.code ?? (failure.outcome === 'answered' ? `http_${failure.status}` : failure.outcome);
    this.serverMessage = sentenceFrom(failure.problem);
    this.reply = failure.reply;
    this.fieldErrors = failure.problem?.errors ?? {};
  }
}

function sentenceFrom(problem: Partial<ProblemBody> | undefined): string | null {
  return problem?.message === undefined ? null : translateProblem({ ...problem, message: problem.message });
}

const UNEXPECTED = 'An unexpected error occurred';
const TIMED_OUT = 'Farline didn’t answer within 30 seconds. Please try again.';
const NO_NETWORK = 'No connection to Farline. Check your internet connection and try again.';

/** The sentence to show for any thrown thing, in the page's language where it has one. */
export function sentenceOf(error: unknown): string {
  return translateSentence(error instanceof Error && error.message !== '' ? error.message : UNEXPECTED);
}

/** What this client knows where no answer came, in the page's language; null where the server answered. */
export function unansweredSentence(error: unknown): string | null {
  return error instanceof RequestError && error.outcome !== 'answered' ? translateSentence(error.message) : null;
}

/** Sends one JSON request to `/api/v1<path>` and gives the parsed reply; throws RequestError for anything but success. */
export async function sendJson(
  method: string,
  path: string,
  options: { headers: Record<string, string>; body?: unknown; keepalive?: boolean },
): Promise<unknown> {
  const headers = { accept: 'application/json', ...options.headers };
  const init: RequestInit = {
    method,
    headers,
    credentials,
    signal: AbortSignal.timeout(EVERYWHERE.requestTimeoutMs),
    keepalive: options.keepalive ?? false,
  };
  if (options.body !== undefined) {
    init.body = JSON.stringify(options.body);
    init.headers = { ...headers, 'content-type': 'application/json' };
  }

  const response = await fetch(`${HOST}/api/v1${path}`, init).catch(throwUnanswered);
  if (!response.ok) throw refusal(response.status, await response.text().catch(() => ''));
  // A body that breaks off is no answer: taken for an empty one, it would be a success without content.
  return parseJson(await response.text().catch(throwUnanswered));
}

/**
 * Fetches a file from `/api/v1<path>`; throws RequestError for anything but success. It may take longer than other
 * answers: it fails when nothing moves for 30 seconds.
 */
export async function fetchFile(path: string, headers: Record<string, string>): Promise<Blob> {
  const stalled = new AbortController();
  const { signal } = stalled;
  let patience: ReturnType<typeof setTimeout> | undefined;
  const moved = () => {
    clearTimeout(patience);
    patience = setTimeout(() => stalled.abort(), EVERYWHERE.requestTimeoutMs);
  };
  const fail = (): never => {
    throw unanswered(signal.aborted ? 'timeout' : 'network');
  };
  moved();
  try {
    const response = await fetch(`${HOST}/api/v1${path}`, { headers, credentials, signal }).catch(fail);
    if (!response.ok) throw refusal(response.status, await response.text().catch(() => ''));
    const pieces = await piecesOf(response, moved).catch(fail);
    return new Blob(pieces, { type: response.headers.get('content-type') ?? '' });
  } finally {
    clearTimeout(patience);
  }
}

async function piecesOf({ body }: Response, moved: () => void): Promise<BlobPart[]> {
  const pieces: BlobPart[] = [];
  const reader = body?.getReader();
  for (;;) {
    const piece = await reader?.read();
    if (piece?.value === undefined) return pieces;
    moved();
    pieces.push(piece.value);
  }
}

/** No answer came: because it took too long, or because there is no way to the server. */
export function unanswered(outcome: 'timeout' | 'network'): RequestError {
  return new RequestError({ outcome, status: 0, message: outcome === 'timeout' ? TIMED_OUT : NO_NETWORK });
}

/** An answer that is no success, with the server's own sentence where it gave one. */
export function refusal(status: number, body: string): RequestError {
  const reply = parseJson(body);
  return new RequestError({ outcome: 'answered', status, message: UNEXPECTED, problem: asProblem(reply), reply });
}

function throwUnanswered(error: unknown): never {
  throw unanswered(error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'network');
}

/** The body of an answer; undefined when it is empty or no JSON. */
export function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function asProblem(reply: unknown): Partial<ProblemBody> | undefined {
  if (typeof reply !== 'object' || reply === null) return undefined;
  const { message, code, errors } = reply as Record<string, unknown>;
  if (typeof message !== 'string' || message === '') return undefined;
  return {
    message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof errors === 'object' && errors !== null ? { errors: errors as Record<string, string> } : {}),
  };
}
