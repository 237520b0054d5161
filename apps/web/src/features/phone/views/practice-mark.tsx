import type { calculateCostReply } from '@farline/contracts/calls';
import type { z } from 'zod';
import { isService } from '../../../lib/calls/is-service.ts';
import { homeCountry } from '../../../lib/format/home-country.ts';
import { readNumber } from '../../../lib/format/phone-number.ts';
import { queryClient } from '../../../lib/session/queries.ts';
import { useSession } from '../../../lib/session/session.ts';
import { PracticeBadge, PracticeSign } from '../../../ui/practice-badge.tsx';
import type { PhoneState } from '../phone-state.ts';

/** The mark of a call that is about to be placed, where it is practice. */
export function StartingMark({ number }: { number: string }) {
  if (!isPracticeSoFar(number)) return null;
  return (
    <div className="mt-2 text-center">
      <PracticeBadge />
    </div>
  );
}

/** The same in a bar, in front of whoever it is. */
export function BarMark({ phone }: { phone: PhoneState }) {
  return isPractice(phone) && <PracticeSign />;
}

function isPractice(phone: PhoneState): boolean {
  if (phone.state === 'starting') return isPracticeSoFar(phone.number);
  if (!('call' in phone)) return false;
  const { call } = phone;
  return call.isPractice && call.direction === 'outbound' && !isService(call.destination);
}

/** As far as is known without asking: by the price that was shown, and a trial reaches nothing else. */
function isPracticeSoFar(number: string): boolean {
  const { is } = readNumber(number, homeCountry());
  if (is === 'echo' || is === 'voicemail') return false;
  const session = useSession.getState();
  if (session.status === 'signed-in' && session.user.accountState === 'trial') return true;
  const priced = queryClient.getQueriesData<z.infer<typeof calculateCostReply>>({ queryKey: ['quote', number.trim()] });
  return priced.some(([, price]) => price?.isPractice);
}
