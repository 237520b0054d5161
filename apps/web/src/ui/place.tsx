import { Voicemail } from 'lucide-react';
import type { Destination } from '@farline/contracts/rates';
import { countryName } from '../lib/format/format.ts';
import { callsText } from '../texts/calls.ts';
import { cx } from './cx.ts';
import { EchoFlag } from './echo-flag.tsx';
import { Flag } from './flag.tsx';

/** The flag of a destination. */
export function PlaceFlag({
  destination,
  className,
}: {
  destination: Pick<Destination, 'countryCode' | 'kind'>;
  className?: string;
}) {
  const clothes = className === undefined ? {} : { className };
  if (destination.kind === 'echo') return <EchoFlag {...clothes} />;
  if (destination.kind === 'voicemail') {
    return <Voicemail aria-hidden className={cx('inline-block h-4 w-6 shrink-0 text-accent', className)} />;
  }
  return <Flag countryCode={destination.countryCode} {...clothes} />;
}

/** Where a number does not tell whether it is a mobile's: the numbering plan calls every ordinary one fixed. */
const KIND_UNKNOWN: ReadonlySet<string> = new Set(['US', 'CA', 'PR']);

/** A destination in words: `United Kingdom, mobile`. Without the kind where nobody knows it: `United States`. */
export function placeName({ countryCode, kind }: Pick<Destination, 'countryCode' | 'kind'>): string {
  if (kind === 'echo') return callsText.say('echoTest');
  if (kind === 'voicemail') return callsText.say('ownVoicemail');
  const country = countryCode === null ? callsText.say('somewhere') : countryName(countryCode);
  if (countryCode !== null && KIND_UNKNOWN.has(countryCode) && (kind === 'fixed' || kind === 'mobile')) return country;
  return callsText.say('place', { country, kind: callsText.say(`kind_${kind}`) });
}
