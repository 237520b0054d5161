import type { Call } from '@farline/contracts/calls';
import { showNumber } from '../../lib/phone-number.ts';
import { phoneText } from '../../texts/phone.ts';
import { PlaceFlag, placeName } from '../../ui/place.tsx';

/** Who is called: the number large, its flag and place below. */
export function Identity({ call }: { call: Pick<Call, 'to' | 'destination'> }) {
  const t = phoneText.useText();
  const isEcho = call.destination.kind === 'echo';
  return (
    <div className="text-center">
      <p className="phone-number display text-title font-semibold">{isEcho ? t('echoName') : showNumber(call.to)}</p>
      <p className="mt-1 inline-flex items-center gap-2 text-note text-muted">
        <PlaceFlag destination={call.destination} />
        {isEcho ? call.to : placeName(call.destination)}
      </p>
    </div>
  );
}
