import type { Call, Micros } from '@farline/contracts';
import type { ForgivenPart } from './price-lines.ts';
import type { RatedNumber } from './rate-number.ts';

/** What pays for a call or a message. */
export type PaidBy = 'money' | 'trial_credit';

/** What pays, as pages are told. */
export function paidByView(paidBy: PaidBy): Call['paidBy'] {
  return paidBy === 'money' ? 'balance' : 'trial_credit';
}

/** An answered call that has ended, with all that its price is made of. */
export type ChargedCall = {
  id: string;
  accountId: string;
  direction: Call['direction'];
  from: string | null;
  to: string;
  rated: RatedNumber;
  quoteId: string | null;
  answeredAt: Date;
  endedAt: Date;
  answeredSeconds: number;
  /** What a plan's allowance paid of it, before money; null: nothing. */
  included: { group: string; seconds: number } | null;
  /** The last seconds of it that are not charged, because their sound was lost; null: none. */
  forgiven: ForgivenPart | null;
  costMicros: Micros;
  isPractice: boolean;
  paidBy: PaidBy;
};
