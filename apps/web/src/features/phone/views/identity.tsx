import type { Call } from '@farline/contracts/calls';
import { showNumber } from '../../../lib/format/phone-number.ts';
import { nameOrNumber, useNames } from '../../../lib/calls/use-names.ts';
import { phoneText } from '../../../texts/phone.ts';
import { PlaceFlag, placeName } from '../../../ui/place.tsx';
import { PracticeBadge } from '../../../ui/practice-badge.tsx';

/** Who is called: the name or the number large, flag and place below. */
export function Identity({ call }: { call: Pick<Call, 'to' | 'destination' | 'isPractice'> }) {
  const t = phoneText.useText();
  const name = useNames()(call.to);
  const isEcho = call.destination.kind === 'echo';
  return (
    <div className="text-center">
      <p className="phone-number display text-title font-semibold">
        {isEcho ? t('echoName') : nameOrNumber(name, call.to)}
      </p>
      <p className="mt-1 inline-flex items-center gap-2 text-note text-muted">
        <PlaceFlag destination={call.destination} />
        {isEcho ? call.to : name === null ? placeName(call.destination) : showNumber(call.to)}
      </p>
      {call.isPractice && !isEcho && (
        <div className="mt-2">
          <PracticeBadge />
        </div>
      )}
    </div>
  );
}
