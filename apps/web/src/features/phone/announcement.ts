import type { Call } from '@farline/contracts/calls';
import { endSentence } from '../../lib/calls/end-sentence.ts';
import { showNumber } from '../../lib/format/phone-number.ts';
import { phoneText } from '../../texts/phone.ts';
import { isFree } from '../../lib/calls/is-free.ts';
import type { PhoneState } from './phone-state.ts';
import { isGivenAway, numberOfTransfer, type Transfer } from './transfer-state.ts';

interface Announced {
  phone: PhoneState;
  transfer: Transfer;
  isHeld: boolean;
  isMuted: boolean;
  isEndAsked: boolean;
}

/** What is said of the phone to people who do not see it; empty while nothing goes on. */
export function announcementOf({ phone, transfer, isHeld, isMuted, isEndAsked }: Announced): string {
  const t = phoneText.say;
  switch (phone.state) {
    case 'idle':
      return '';
    case 'starting':
      return t('starting');
    case 'calling':
      return { nothing: t('calling'), ringing: t('ringing'), network: t('earlyMedia') }[phone.hears];
    case 'talking':
      if (isEndAsked) return t('escAgain');
      return sentenceOfTransfer(transfer) ?? (isHeld ? onHold(phone.call) : isMuted ? t('muted') : t('inCall'));
    case 'ended':
      if (isGivenAway(phone.call) && phone.call.endedAt === null) {
        return t('transferred', { number: showNumber(phone.call.transfer?.number ?? '') });
      }
      // What kept this browser from the engine, the record does not know.
      if (phone.problem !== null) return t(`problem_${phone.problem}`);
      return endSentence(phone.call) ?? t('ended');
  }
}

function onHold(call: Call): string {
  return phoneText.say(call.direction === 'inbound' && isFree(call) ? 'onHoldFree' : 'onHold');
}

function sentenceOfTransfer(transfer: Transfer): string | null {
  if (transfer.is === 'back') return phoneText.say('transferFailed', { why: transfer.why });
  const number = numberOfTransfer(transfer);
  return number === null ? null : phoneText.say('transferring', { number: showNumber(number) });
}
