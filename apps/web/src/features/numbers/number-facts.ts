import type { OfferKind } from '@farline/contracts/numbers';
import { numbersText } from '../../texts/numbers.ts';

/** The words of each kind of number. */
export const TYPE_WORDS = { fixed: 'fixed', mobile: 'mobile', toll_free: 'tollFree', voip: 'voip' } as const satisfies {
  [kind in OfferKind]: string;
};

/** What a number can do, in words. */
export function abilityOf({ voice, sms }: { voice: boolean; sms: boolean }): string {
  return numbersText.say(voice && sms ? 'callsAndTexts' : voice ? 'callsOnly' : 'textsOnly');
}
