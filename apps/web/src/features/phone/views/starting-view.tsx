import { Phone } from 'lucide-react';
import { usePriceAhead } from '../../../lib/calls/use-price-ahead.ts';
import { homeCountry } from '../../../lib/format/home-country.ts';
import { type ReadNumber, readNumber } from '../../../lib/format/phone-number.ts';
import { phoneText } from '../../../texts/phone.ts';
import { Button } from '../../../ui/button.tsx';
import { hangUp } from '../call-control.ts';
import { CallFigure } from './call-figure.tsx';
import { placeName } from '../../../ui/place.tsx';
import { StartingMark } from './later-views.ts';

/** Between the press on Call and the call: the browser asks for the microphone, the server for permission. */
export function StartingView({ number, waitsFor }: { number: string; waitsFor: 'microphone' | 'server' }) {
  const t = phoneText.useText();
  const read = readNumber(number, homeCountry());
  const rate = usePriceAhead(number);
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-5 pt-6 short:pt-1">
        <CallFigure state="calling" />
        <p className="phone-number display mt-4 text-center text-title font-semibold">{wordsOf(read) ?? number}</p>
        <StartingMark number={number} />
        <p className="mt-4 text-center text-lead font-medium">{t('starting')}</p>
        <p className="figures mt-1 min-h-5 text-center text-note text-muted" data-testid="starting-rate">
          {rate}
        </p>
        {waitsFor === 'microphone' && (
          <p className="late mt-1 text-center text-note text-muted">
            {t('askingMicrophone')}. {t('askingMicrophoneHint')}
          </p>
        )}
      </div>
      <div className="p-5 pt-4">
        <Button look="stop" size="large" className="w-full" onClick={hangUp} data-testid="hang-up">
          <Phone aria-hidden className="size-5 rotate-[135deg] fill-current" />
          {t('cancel')}
        </Button>
      </div>
    </>
  );
}

/** What the number means, where that is known; null: it is shown as it was typed. */
function wordsOf(read: ReadNumber): string | null {
  switch (read.is) {
    case 'number':
      return read.international;
    case 'echo':
    case 'voicemail':
      return placeName({ kind: read.is, countryCode: null });
    case 'empty':
    case 'incomplete':
      return null;
  }
}
