import type { PhoneSlot } from '../../features/phone/views/phone-slots.tsx';
import { TopUp } from '../../features/payments/top-up.tsx';
import { AboutPerson } from './about-person.tsx';
import { show } from './in-front-store.ts';

/** What the phone shows of other features beside a call. What opens in front of the page leaves the call its bar, or its dock. */
export function BesideCall({ slot }: { slot: Exclude<PhoneSlot, { is: 'found' }> }) {
  if (slot.is === 'person') return <AboutPerson number={slot.number} />;
  return <TopUp callId={slot.callId} onOther={() => show({ is: 'funds', amount: null })} />;
}
