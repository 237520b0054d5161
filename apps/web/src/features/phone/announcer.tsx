import { phoneText } from '../../texts/phone.ts';
import { announcementOf } from './announcement.ts';
import { usePhone } from './phone-store.ts';

/** Says each state of the call to people who do not see it. */
export function Announcer() {
  phoneText.useText();
  const sentence = usePhone(announcementOf);
  return (
    <p aria-live="assertive" className="sr-only" data-testid="call-announcement">
      {sentence}
    </p>
  );
}
