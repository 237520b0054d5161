import type { StatusReply } from '@farline/contracts/status';
import { queryOptions } from '@tanstack/react-query';
import { apiAddress, parseJson, refusal, unanswered } from '../../lib/api/http.ts';
import { SPECIFIED } from '../../lib/specification-constants.ts';

/** How often the page looks again. */
export const LOOK_EVERY_SECONDS = 30;

/** How it stands, as the server measured it. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: askStatus,
  // Everyone may look, and only who is signed in is pushed anything: measured anew on each visit, and while it is open.
  staleTime: 0,
  refetchInterval: LOOK_EVERY_SECONDS * 1_000,
});

/** What fails is told with 503 and the same body. */
async function askStatus(): Promise<StatusReply> {
  const response = await fetch(apiAddress('/status'), {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(SPECIFIED.requestTimeoutMs),
  }).catch(() => {
    throw unanswered('network');
  });
  const body = await response.text();
  const reply = parseJson(body);
  if (typeof reply !== 'object' || reply === null || !('components' in reply)) throw refusal(response.status, body);
  return reply as StatusReply; // The server validates its replies against the same contract.
}
