import type { Call } from '@farline/contracts/calls';
import { showNumber } from '../../../lib/format/phone-number.ts';
import { otherSide, shownCaller } from '../../../lib/calls/other-side.ts';
import { nameOrNumber, useNames } from '../../../lib/calls/use-names.ts';
import { isolate } from '../../../lib/language/i18n.ts';
import { phoneText } from '../../../texts/phone.ts';
import { cx } from '../../../ui/cx.ts';
import { PlaceFlag, placeName } from '../../../ui/place.tsx';
import { PracticeBadge } from '../../../ui/practice-badge.tsx';
import { isService } from '../../../lib/calls/is-service.ts';

type Identified = Pick<Call, 'direction' | 'from' | 'fromText' | 'to' | 'destination' | 'isPractice'>;

/** Who is on the other side, in a word: a service of ours, a name, or the number. */
export function useWho(call: Identified): { who: string; name: string | null } {
  const t = phoneText.useText();
  const number = otherSide(call);
  const name = useNames()(number ?? '');
  if (isService(call.destination)) return { who: placeName(call.destination), name };
  return { who: number === null ? (shownCaller(call) ?? t('noNumberShown')) : nameOrNumber(name, number), name };
}

/** Whether a call is marked as one with nobody's telephone. */
export const isMarkedPractice = ({ isPractice, destination }: Pick<Call, 'isPractice' | 'destination'>): boolean =>
  isPractice && !isService(destination);

/** Who is on the other side: the name or the number large, flag and place below. */
export function Identity({ call }: { call: Identified }) {
  const number = otherSide(call);
  const { who, name } = useWho(call);
  const place = name === null || number === null ? placeName(call.destination) : showNumber(number);
  return (
    <div className="text-center">
      <p className={cx('display text-title font-semibold', name === null ? 'phone-number' : 'wrap-anywhere')}>{who}</p>
      <p className="mt-1 inline-flex items-center gap-2 text-note text-muted">
        <PlaceFlag destination={call.destination} />
        {isService(call.destination) ? isolate(call.to) : place}
      </p>
      {isMarkedPractice(call) && (
        <div className="mt-2">
          <PracticeBadge way={call.direction} />
        </div>
      )}
    </div>
  );
}
