import type { Call } from '@farline/contracts/calls';
import { endSentence } from '../../lib/calls/end-sentence.ts';
import { phoneText } from '../../texts/phone.ts';
import { holdCall } from './call-control.ts';
import { usePhone } from './phone-store.ts';

/** The server's newest word on the call that is to take over. Gives whether it is that call. */
export function hearTransfer(call: Call): boolean {
  const { transfer } = usePhone.getState();
  if (transfer.is !== 'ringing' || transfer.placed.id !== call.id) return false;
  if (call.endedAt === null) usePhone.setState({ transfer: { is: 'ringing', placed: call } });
  else giveBack(endSentence(call) ?? phoneText.say('endedUnknown'));
  return true;
}

/** The transfer came to nothing: the far side is talked with again. */
export function giveBack(why: string): void {
  usePhone.setState({ transfer: { is: 'back', why } });
  if (usePhone.getState().isHeld) holdCall('resume');
}
