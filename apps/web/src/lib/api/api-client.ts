import type { KeyedRouteName, OpenRouteName, Reply, RequestParts, RouteName } from './api-routes.ts';
import { RequestError } from './http.ts';
import { askForProof } from './proof.ts';
import { freshToken } from './refresh-session.ts';
import { sendRequest } from './send-request.ts';
import { clearToken, readToken } from './session-token.ts';

/** POSTs that carry a key though nobody gave one. */
const KEYED = {
  'POST /calls/initiate': true,
  'POST /billing/payment-methods': true,
  // Of each press its own: what was started, paused and is to go on must not be taken for the first start.
  'POST /messages/broadcasts/{id}/start': true,
} satisfies Record<KeyedRouteName, true>;
/** Open to visitors: no session goes with them, and their 401 ends none. */
const WITHOUT_SESSION: ReadonlySet<RouteName> = new Set<OpenRouteName>([
  'POST /auth/login',
  'POST /auth/register',
  'POST /auth/second-step',
  'POST /auth/second-step/passkey-options',
  'POST /auth/passkey',
  'POST /auth/passkey-options',
  'POST /calls/guest-echo',
  'GET /receipts/{id}',
  'GET /receipts/keys',
]);

let afterSessionEnd: () => void = () => undefined;
/** Says what happens when the server refuses the session. */
export function onSessionEnd(listener: () => void): void {
  afterSessionEnd = listener;
}

/** Calls a route of the API and gives its reply, typed by the contract; throws RequestError. */
export async function api<Name extends RouteName>(
  name: Name,
  ...[parts]: Record<string, never> extends RequestParts<Name> ? [RequestParts<Name>?] : [RequestParts<Name>]
): Promise<Reply<Name>> {
  const headers: Record<string, string> = {};
  const key = parts?.idempotencyKey ?? (name in KEYED ? newKey() : undefined);
  if (key !== undefined) headers['idempotency-key'] = key;

  const send = async (authorization: Record<string, string>) =>
    await sendRequest(name, parts, { ...headers, ...authorization });
  return WITHOUT_SESSION.has(name) ? await send({}) : await withProof(async () => await withSession(send));
}

/** Sends a request again once a fresh proof was given, where the server asks for one: it was refused before anything was done. */
async function withProof<Result>(send: () => Promise<Result>): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    const isAsked = error instanceof RequestError && error.code === 'proof_needed';
    if (!isAsked || !(await askForProof())) throw error;
    return await send();
  }
}

/** Sends a request with the session's token; a 401 ends the session. */
export async function withSession<Result>(
  send: (authorization: Record<string, string>) => Promise<Result>,
): Promise<Result> {
  let token: string | null = null;
  try {
    token = await freshToken();
    return await send(token === null ? {} : { authorization: `Bearer ${token}` });
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) endSession(token);
    throw error;
  }
}

/** A 401 is final, unless another tab has signed in again meanwhile. */
function endSession(refusedToken: string | null): void {
  const stored = readToken();
  if (stored !== null && stored.token !== refusedToken) return;
  clearToken('refused');
  afterSessionEnd();
}

/** A fresh key for one intent. `crypto.randomUUID` is absent on insecure origins. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
