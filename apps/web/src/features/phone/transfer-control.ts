import type { Call } from '@farline/contracts/calls';
import { api, newKey } from '../../lib/api-client.ts';
import { endSentence } from '../../lib/end-sentence.ts';
import { homeCountry } from '../../lib/home-country.ts';
import { phoneText } from '../../texts/phone.ts';
import { holdCall } from './call-control.ts';
import { endOnServer } from './end-on-server.ts';
import { problemOf, sentenceOfProblem } from './phone-problem.ts';
import { usePhone } from './phone-store.ts';
import { NO_TRANSFER } from './transfer-state.ts';

/** Lets the far side wait and calls the number on its behalf. What comes of it stands in the phone's `transfer`. */
export async function transferTo(number: string): Promise<void> {
  const { phone, isHeld } = usePhone.getState();
  if (phone.state !== 'talking') return;
  const { id } = phone.call;
  if (!isHeld) holdCall('hold');
  usePhone.setState({ transfer: { is: 'asking', number } });
  const defaultCountry = homeCountry();
  try {
    const { call } = await api('POST /calls/{id}/transfer', {
      id,
      body: { to: number, ...(defaultCountry === undefined ? {} : { defaultCountry }) },
      idempotencyKey: newKey(),
    });
    if (!isTalkingIn(id)) return;
    usePhone.setState({ transfer: { is: 'ringing', placed: call } });
    // It may have been refused before this reply came.
    hearTransfer((await api('GET /calls/{id}', { id: call.id })).call);
  } catch (error) {
    if (isTalkingIn(id)) giveBack(sentenceOf(error));
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

/** The server's newest word on the call that is to take over. Gives whether it is that call. */
export function hearTransfer(call: Call): boolean {
  const { transfer } = usePhone.getState();
  if (transfer.is !== 'ringing' || transfer.placed.id !== call.id) return false;
  if (call.endedAt === null) usePhone.setState({ transfer: { is: 'ringing', placed: call } });
  else giveBack(endSentence(call) ?? phoneText.say('endedUnknown'));
  return true;
}

function giveBack(why: string): void {
  usePhone.setState({ transfer: { is: 'back', why } });
  if (usePhone.getState().isHeld) holdCall('resume');
}

function isTalkingIn(id: string): boolean {
  const { phone } = usePhone.getState();
  return phone.state === 'talking' && phone.call.id === id;
}

function sentenceOf(error: unknown): string {
  const problem = problemOf(error);
  // A sentence of the server ends with its own full stop.
  return problem.serverSentence === null ? `${sentenceOfProblem(problem)}.` : sentenceOfProblem(problem);
}
