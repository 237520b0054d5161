import type { Call } from '@farline/contracts/calls';
import { showNumber } from '../../../lib/format/phone-number.ts';
import { otherSide, shownCaller } from '../../../lib/calls/other-side.ts';
import { nameOrNumber, useNames } from '../../../lib/calls/use-names.ts';
import { phoneText } from '../../../texts/phone.ts';
import { cx } from '../../../ui/cx.ts';
import { PlaceFlag, placeName } from '../../../ui/place.tsx';
import { PracticeBadge } from '../../../ui/practice-badge.tsx';
import { isService } from '../../../lib/calls/is-service.ts';

type Identified = Pick<Call, 'direction' | 'from' | 'fromText' | 'to' | 'destination' | 'isPractice'>;

/** Who is on the other side: the name or the number large, flag and place below. */
export function Identity({ call }: { call: Identified }) {
  const t = phoneText.useText();
  const number = otherSide(call);
  const name = useNames()(number ?? '');
  const isOurs = isService(call.destination);
  const who = number === null ? (shownCaller(call) ?? t('noNumberShown')) : nameOrNumber(name, number);
  return (
    <div className="text-center">
      <p className={cx('display text-title font-semibold', name === null ? 'phone-number' : 'wrap-anywhere')}>
        {isOurs ? placeName(call.destination) : who}
      </p>
      <p className="mt-1 inline-flex items-center gap-2 text-note text-muted">
        <PlaceFlag destination={call.destination} />
        {isOurs ? call.to : name === null || number === null ? placeName(call.destination) : showNumber(number)}
      </p>
      {call.isPractice && !isOurs && call.direction === 'outbound' && (
        <div className="mt-2">
          <PracticeBadge />
        </div>
      )}
    </div>
  );
}
