import { Phone } from 'lucide-react';
import { formatDuration, formatRunningPrice } from '../../../lib/format/format.ts';
import { isolate } from '../../../lib/language/i18n.ts';
import { landing } from '../../../texts/landing.ts';
import { sampleCallText } from '../../../texts/sample-call.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Flag } from '../../../ui/flag.tsx';
import { SAMPLE, type Sample, sampleNumber, sampleSum } from './sample.ts';

/** The phone while somebody talks, as features/phone/views shows it: drawn, since the real one brings all that a call needs. */
export function PhonePicture({ sample }: { sample: Sample }) {
  const t = sampleCallText.useText();
  const { country, seconds } = sample;
  return (
    <div className="flex w-full max-w-85 flex-col justify-self-center rounded-card bg-raised shadow-float">
      <p className="display flex h-14 shrink-0 items-center px-5 text-lead font-semibold">{landing.say('phone')}</p>
      <div className="flex flex-1 flex-col justify-center px-5 pb-5 text-center">
        <Figure />
        <p className="display mt-4 text-title font-semibold wrap-anywhere">{SAMPLE.name}</p>
        <p className="mt-1 flex items-center justify-center gap-2 text-note text-muted">
          <Flag countryCode={country.code} />
          <span className="phone-number">{isolate(sampleNumber(country))}</span>
        </p>
        <p className="display figures mt-3 text-display font-semibold">{formatDuration(seconds)}</p>
        <p className="figures mt-1 flex items-center justify-center gap-3 text-body">
          <span>
            {formatRunningPrice(sampleSum(sample).total)}
            <span className="ms-1 text-note text-muted">{t('soFar')}</span>
          </span>
          <Bars />
        </p>
      </div>
      <div className="grid grid-cols-6 gap-1.5 px-5">
        <Control sign={SIGNS.mute} word={t('mute')} />
        <Control sign={SIGNS.hold} word={t('hold')} />
        <Control sign={SIGNS.keypad} word={t('keypad')} />
        <Control sign={SIGNS.transfer} word={t('transfer')} isWide />
        <Control sign={SIGNS.sound} word={t('sound')} isWide />
      </div>
      <div className="p-5 pt-4">
        <Button asChild look="stop" size="large" className="w-full">
          <span>
            <Phone aria-hidden className="size-5 rotate-[135deg] fill-current" />
            {t('hangUp')}
          </span>
        </Button>
      </div>
    </div>
  );
}

function Figure() {
  return (
    <svg
      viewBox="0 0 320 108"
      fill="none"
      aria-hidden
      className="mx-auto w-full max-w-76 overflow-visible rtl:-scale-x-100"
    >
      <path d="M34 78C34 4 286 -14 286 62" strokeWidth="6" strokeLinecap="round" className="stroke-call" />
      <circle cx="34" cy="86" r="19" className="fill-call" />
      <circle cx="286" cy="72" r="12" className="fill-call" />
    </svg>
  );
}

function Bars() {
  return (
    <span className="inline-flex items-end gap-[3px]">
      {['h-1.5', 'h-2.5', 'h-3.5', 'h-[1.125rem]'].map((height) => (
        <span key={height} className={cx('w-[5px] rounded-[2px] bg-call', height)} />
      ))}
    </span>
  );
}

/** Nine dots. */
const DOTS = [5, 12, 19].flatMap((x) => [5, 12, 19].map((y) => `M${x - 1} ${y}a1 1 0 1 0 2 0a1 1 0 1 0-2 0`)).join('');

/** Of Lucide (ISC): its own pieces bring the signs of a whole account along. */
const SIGNS = {
  mute: 'M12 19v3M19 10v2a7 7 0 0 1-14 0v-2M12 2a3 3 0 0 1 3 3v7a3 3 0 0 1-6 0V5a3 3 0 0 1 3-3z',
  hold: 'M15 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM6 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1z',
  keypad: DOTS,
  transfer:
    'M14 6h8m-4-4 4 4-4 4M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384',
  sound:
    'M11 4.702a.705.705 0 0 0-1.203-.498L6.413 7.587A1.4 1.4 0 0 1 5.416 8H3a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2.416a1.4 1.4 0 0 1 .997.413l3.383 3.384A.705.705 0 0 0 11 19.298zM16 9a5 5 0 0 1 0 6M19.364 18.364a9 9 0 0 0 0-12.728',
} as const;

function Control({ sign, word, isWide = false }: { sign: string; word: string; isWide?: boolean }) {
  return (
    <span
      className={cx(
        'grid h-14.5 min-w-0 place-items-center content-center gap-1 rounded-control bg-soft text-center text-[0.75rem] leading-tight font-medium',
        isWide ? 'col-span-3' : 'col-span-2',
      )}
    >
      <svg viewBox="0 0 24 24" aria-hidden className="size-5.5 fill-none stroke-current stroke-2">
        <path d={sign} strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      {word}
    </span>
  );
}
