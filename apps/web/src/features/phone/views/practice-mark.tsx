import { PracticeBadge, PracticeSign } from '../../../ui/practice-badge.tsx';
import type { PhoneState } from '../phone-state.ts';
import { isMarkedPractice } from './identity.tsx';
import { isPracticeSoFar } from './practice-mark-known.ts';

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
  if (phone.state === 'starting') return isPracticeSoFar(phone.number) && <PracticeSign />;
  return 'call' in phone && isMarkedPractice(phone.call) && <PracticeSign way={phone.call.direction} />;
}
