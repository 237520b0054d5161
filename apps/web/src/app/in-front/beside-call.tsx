import type { BesideCall as OfPhone } from '../../features/phone/views/about-person.tsx';
import { TopUp } from '../../features/payments/top-up.tsx';
import { AboutPerson } from './about-person.tsx';
import { show } from './in-front-store.ts';

type What = Exclude<OfPhone, { is: 'found' }>;

/** What the phone shows of other features beside a call. What opens in front of the page leaves the call its bar, or its dock. */
export function BesideCall({ what }: { what: What }) {
  if (what.is === 'person') return <AboutPerson number={what.number} />;
  return <TopUp callId={what.callId} onOther={() => show({ is: 'funds', amount: null })} />;
}
