import type { Call } from '@farline/contracts/calls';
import { isFree } from '../../lib/calls/is-free.ts';
import { formatPrice, formatRateShort } from '../../lib/format/format.ts';
import { callDetailText } from '../../texts/calls/call-detail.ts';
import { sharedText } from '../../texts/shared.ts';

/** By what a call was charged, in words: its minute, its steps, its fee. One that came in is free only where its number is. */
export function rateOf(call: Pick<Call, 'terms' | 'destination' | 'direction'>): string {
  const t = callDetailText.say;
  if (isFree(call)) return t('free');
  const { perMinute, firstSeconds, nextSeconds, connectionFee, minimumSeconds } = call.terms;
  const isEven = firstSeconds === nextSeconds;
  const parts = [
    t(isEven ? 'rateStepsEven' : 'rateSteps', {
      rate: formatRateShort(perMinute),
      first: firstSeconds,
      next: nextSeconds,
    }),
  ];
  if (Number(connectionFee.amount) > 0) parts.push(t('rateFee', { fee: formatPrice(connectionFee) }));
  if (minimumSeconds > firstSeconds) parts.push(t('rateMinimum', { seconds: minimumSeconds }));
  return parts.join(sharedText.say('comma'));
}
