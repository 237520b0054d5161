import { micros } from '@farline/contracts';
import type { Transaction } from '../../../platform/database.ts';
import type { Account } from '../../accounts/index.ts';
import type { Claim, Left } from '../../limits/index.ts';
import { freezeQuote, priceCall } from '../../rating/index.ts';
import { leftByItself, leftByLimits, tighter } from '../money/bounds.ts';
import { holdFirstStretch } from '../money/hold-first-stretch.ts';
import { type Refusal, refusalOf } from '../money/spending-limits.ts';
import type { CallRecord } from '../record/call-record.ts';
import type { CallToAuthorise } from '../record/calls-store.ts';
import type { CallSettings } from '../record/settings.ts';

const MOST_TOO_LITTLE: Refusal = { reason: 'forward_most', status: 402, phrase: 'Cost Limit Of The Call' };

export type BegunCall = CallRecord & { quoteId: string; grantedSeconds: number };

/**
 * Takes what a call needs to begin: the hold of its first stretch, what it counts in the limits, and its price, frozen. Saves
 * nothing of the call. The refusal where what is left does not pay for it: then nothing was taken.
 */
export async function beginCall(
  tx: Transaction,
  settings: CallSettings,
  begun: {
    stored: CallToAuthorise;
    account: Pick<Account, 'walletId' | 'trialWalletId'>;
    left: Left;
    claim: Claim;
    now: Date;
  },
): Promise<{ call: BegunCall } | { refusal: Refusal }> {
  const { stored, account, left, claim, now } = begun;
  const { mostMicros } = tighter(leftByLimits(left), leftByItself(stored.call, NOTHING)) ?? NO_BOUND;
  const stretch = await holdFirstStretch(tx, settings, { ...stored, account, mostMicros, now });
  if (stretch === null) return { refusal: unpaid(stored.call, left) };
  await claim.take(tx, stretch.heldMicros);
  const quote = await freezeQuote(tx, { rated: stored.call.rated, at: now });
  return { call: { ...stored.call, ...stretch.held, quoteId: quote.id } };
}

const NOTHING = micros(0n);
const NO_BOUND = { mostMicros: null };

/** The limit is what stands in the way where it leaves less than the first step costs; else the money. */
function unpaid(call: CallRecord, left: Left): Refusal {
  const least = priceCall(call.rated.terms, 1);
  if (call.mostMicros !== null && call.mostMicros < least) return MOST_TOO_LITTLE;
  return left !== null && left.mostMicros < least
    ? refusalOf(left.bound)
    : { reason: 'out_of_credit', status: 402, phrase: 'Payment Required' };
}
