import { endSentence } from '../../lib/end-sentence.ts';
import { phoneText } from '../../texts/phone.ts';
import type { PhoneState } from './phone-state.ts';
import { usePhone } from './phone-store.ts';

/** Says each state of the call to people who do not see it. */
export function Announcer() {
  phoneText.useText();
  const sentence = usePhone((state) =>
    state.isMuted && state.phone.state === 'talking' ? phoneText.say('muted') : sentenceFor(state.phone),
  );
  return (
    <p aria-live="assertive" className="sr-only" data-testid="call-announcement">
      {sentence}
    </p>
  );
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
      return endSentence(phone.call) ?? t('ended');
  }
}
