import type { Call } from '@farline/contracts/calls';
import { api, newKey } from '../../lib/api/api-client.ts';
import { latestQuote, renewQuotes } from '../../lib/calls/quote-query.ts';
import { homeCountry } from '../../lib/format/home-country.ts';
import { RequestError } from '../../lib/api/http.ts';
import { isRefused } from '../../lib/api/is-refused.ts';
import { holdCall } from './call-control.ts';
import { endOnServer } from './end-on-server.ts';
import { giveBack, hearTransfer } from './hear-transfer.ts';
import { problemOf, sentenceOfProblem } from './line/phone-problem.ts';
import { usePhone } from './phone-store.ts';
import { NO_TRANSFER } from './transfer-state.ts';

/** Lets the far side wait and calls the number on its behalf. What comes of it stands in the phone's `transfer`. */
export async function transferTo(number: string): Promise<void> {
  const { phone, isHeld } = usePhone.getState();
  if (phone.state !== 'talking') return;
  const { id } = phone.call;
  if (!isHeld) holdCall('hold');
  usePhone.setState({ transfer: { is: 'asking', number } });
  try {
    const placed = await placeTransfer(id, number);
    if (!isTalkingIn(id)) return;
    usePhone.setState({ transfer: { is: 'ringing', placed } });
    await lookAtTransfer(placed.id);
  } catch (error) {
    if (isTalkingIn(id)) giveBack(sentenceOf(error));
  }
}

/** Between two asks for the same transfer. */
const AGAIN_MS = 2_000;
/** Nothing rings for longer: what was placed unheard has come to its end by then. */
const RINGS_MS = 60_000;

/** Asks for the transfer, again where no answer came: the key makes all asks one, and the server may have begun. */
async function placeTransfer(id: string, number: string): Promise<Call> {
  const defaultCountry = homeCountry();
  const shown = latestQuote(number);
  const body = {
    to: number,
    ...(defaultCountry === undefined ? {} : { defaultCountry }),
    ...(shown === undefined ? {} : { terms: shown.terms }),
  };
  const request = { id, body, idempotencyKey: newKey() };
  const until = Date.now() + RINGS_MS;
  for (let isInDoubt = false; ; ) {
    try {
      return (await api('POST /calls/{id}/transfer', request)).call;
    } catch (error) {
      isInDoubt ||= mayHaveBegun(error);
      if (isRefused(error) || !isInDoubt || Date.now() >= until) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      if (!isTalkingIn(id)) throw error;
    }
  }
}

/** Whether the transfer may be under way all the same. A server that is busy says so before it begins anything. */
function mayHaveBegun(error: unknown): boolean {
  if (!(error instanceof RequestError)) return false;
  const { outcome, status, code } = error;
  return outcome !== 'answered' || code === 'request_under_way' || (status >= 500 && code !== 'busy');
}

/** It may have been refused before the reply to the request came. What cannot be asked for now is pushed later. */
async function lookAtTransfer(id: string): Promise<void> {
  try {
    hearTransfer((await api('GET /calls/{id}', { id })).call);
  } catch (error) {
    console.warn('How the transfer stands cannot be asked for', error);
  }
}

/** Takes the call back while the new number still rings. */
export function takeBack(): void {
  const { transfer } = usePhone.getState();
  if (transfer.is === 'ringing') void endOnServer(transfer.placed.id);
}

/** Puts away the sentence about a transfer that came to nothing. */
export function dismissTransfer(): void {
  usePhone.setState({ transfer: NO_TRANSFER });
}

function isTalkingIn(id: string): boolean {
  const { phone } = usePhone.getState();
  return phone.state === 'talking' && phone.call.id === id;
}

function sentenceOf(error: unknown): string {
  const problem = problemOf(error);
  if (problem.kind === 'price_changed') renewQuotes();
  // A sentence of the server ends with its own full stop.
  return problem.serverSentence === null ? `${sentenceOfProblem(problem)}.` : sentenceOfProblem(problem);
}
