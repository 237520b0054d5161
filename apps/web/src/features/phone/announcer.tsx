import { endSentence } from '../../lib/end-sentence.ts';
import { showNumber } from '../../lib/phone-number.ts';
import { phoneText } from '../../texts/phone.ts';
import type { PhoneState } from './phone-state.ts';
import { usePhone } from './phone-store.ts';
import { isGivenAway, numberOfTransfer, type Transfer } from './transfer-state.ts';

/** Says each state of the call to people who do not see it. */
export function Announcer() {
  phoneText.useText();
  const sentence = usePhone((state) =>
    state.phone.state === 'talking'
      ? (sentenceOfTransfer(state.transfer) ?? (state.isMuted ? phoneText.say('muted') : phoneText.say('inCall')))
      : sentenceFor(state.phone),
  );
  return (
    <p aria-live="assertive" className="sr-only" data-testid="call-announcement">
      {sentence}
    </p>
  );
}

function sentenceOfTransfer(transfer: Transfer): string | null {
  if (transfer.is === 'back') return phoneText.say('transferFailed', { why: transfer.why });
  const number = numberOfTransfer(transfer);
  return number === null ? null : phoneText.say('transferring', { number: showNumber(number) });
}

function sentenceFor(phone: PhoneState): string {
  const t = phoneText.say;
  switch (phone.state) {
    case 'idle':
      return '';
    case 'starting':
      return t('starting');
    case 'calling':
      return { nothing: t('calling'), ringing: t('ringing'), network: t('earlyMedia') }[phone.hears];
    case 'talking':
      return t('inCall');
    case 'ended':
      if (isGivenAway(phone.call) && phone.call.endedAt === null) {
        return t('transferred', { number: showNumber(phone.call.transfer?.number ?? '') });
      }
      return endSentence(phone.call) ?? t('ended');
  }
}
