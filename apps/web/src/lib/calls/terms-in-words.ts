import type { Call } from '@farline/contracts/calls';
import { callTermsText } from '../../texts/calls/call-terms.ts';
import { sharedText } from '../../texts/shared.ts';
import { formatPrice } from '../format/format.ts';

/** By what a call is billed, beside the price of its minute: its steps, the least that is billed, its fee. */
export function termsInWords({
  firstSeconds,
  nextSeconds,
  minimumSeconds,
  connectionFee,
}: Omit<Call['terms'], 'perMinute'>): string {
  const t = callTermsText.say;
  const parts = [
    firstSeconds === nextSeconds
      ? t('stepsEven', { next: nextSeconds })
      : t('steps', { first: firstSeconds, next: nextSeconds }),
  ];
  if (minimumSeconds > firstSeconds) parts.push(t('minimum', { seconds: minimumSeconds }));
  if (Number(connectionFee.amount) > 0) parts.push(t('fee', { fee: formatPrice(connectionFee) }));
  return parts.join(sharedText.say('comma'));
}
