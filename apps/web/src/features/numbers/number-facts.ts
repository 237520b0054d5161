import type { OfferedNumber, OfferKind } from '@farline/contracts/numbers/numbers';
import { formatRateShort } from '../../lib/format/format.ts';
import { numbersText } from '../../texts/numbers/numbers.ts';

/** The words of each kind of number. */
export const TYPE_WORDS = { fixed: 'fixed', mobile: 'mobile', toll_free: 'tollFree', voip: 'voip' } as const satisfies {
  [kind in OfferKind]: string;
};

/** What a number can do, in words. */
export function abilityOf({ voice, sms }: { voice: boolean; sms: boolean }): string {
  return numbersText.say(voice && sms ? 'callsAndTexts' : voice ? 'callsOnly' : 'textsOnly');
}

type Minutes = { perMinute: OfferedNumber['perMinute'] };

/** Whether calls to a number cost its owner anything. */
export const hasPaidMinutes = ({ perMinute }: Minutes): boolean => Number(perMinute.amount) > 0;

/** What calls to a number cost its owner, in words. */
export function incomingOf(minutes: Minutes): string {
  const t = numbersText.say;
  return hasPaidMinutes(minutes)
    ? t('incomingCosts', { price: formatRateShort(minutes.perMinute) })
    : t('incomingFree');
}
