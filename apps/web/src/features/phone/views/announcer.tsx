import { useState } from 'react';
import { useNow } from '../../../lib/page/use-now.ts';
import { phoneText } from '../../../texts/phone.ts';
import { announcementOf } from '../announcement.ts';
import { nextSaid, type SaidStretch, secondsLeft, sentenceOfEnd } from '../ending-soon.ts';
import { usePhone } from '../phone-store.ts';

/** Says each state of the call to people who do not see it, and that it will end soon. */
export function Announcer() {
  phoneText.useText();
  const sentence = usePhone(announcementOf);
  return (
    <>
      <p aria-live="assertive" className="sr-only" data-testid="call-announcement">
        {sentence}
      </p>
      <EndingSoon />
    </>
  );
}

/** Waits until nobody speaks: the figure itself can be read at any time. */
function EndingSoon() {
  phoneText.useText();
  const phone = usePhone((state) => state.phone);
  const now = useNow(phone.state === 'talking');
  const [before, setBefore] = useState<SaidStretch | null>(null);
  const said = nextSaid(before, secondsLeft(phone, now));
  if (said !== before) setBefore(said);
  return (
    <p aria-live="polite" className="sr-only" data-testid="ending-announcement">
      {phone.state === 'talking' && said !== null && sentenceOfEnd(phone.call, said.left)}
    </p>
  );
}
