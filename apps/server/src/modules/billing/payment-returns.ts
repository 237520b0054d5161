import { type Micros, micros } from '@farline/contracts';
import type { DisputeNews, RefundNews } from './provider.ts';

/** Some of a payment that is given back. */
export type Refund = {
  id: string;
  /** Null: the provider has not heard of it, as far as is known. */
  providerId: string | null;
  /** Who asked for it here; null: the provider gave it back by itself. */
  userId: string | null;
  amountMicros: Micros;
  /** `starting` until the provider has answered; of a `failed` one the money is in the wallet again. */
  state: 'starting' | 'pending' | 'succeeded' | 'failed';
  createdAt: Date;
  endedAt: Date | null;
};

/** Some of a payment that the payer's bank took back. */
export type Dispute = {
  id: string;
  providerId: string;
  amountMicros: Micros;
  state: 'open' | 'won' | 'lost';
  openedAt: Date;
  closedAt: Date | null;
};

type Arrival = { at: Date; newId: () => string };

/** A bank may correct itself for the payer's provider, and never against: what was won stays so. */
const REFUND_HOW_FAR = { starting: 0, pending: 1, succeeded: 2, failed: 3 } as const;
const DISPUTE_HOW_FAR = { open: 0, lost: 1, won: 2 } as const;

/** The refunds after news of them, in whatever order they come: the same list when they say nothing new. */
export function applyRefunds(known: Refund[], news: RefundNews[], { at, newId }: Arrival): Refund[] {
  let refunds = known;
  for (const told of news) {
    const before = refunds.find((one) => one.id === told.reference || one.providerId === told.providerId);
    const endedAt = told.state === 'pending' ? null : at;
    if (before === undefined) {
      // It failed before anybody here heard of it: no money moved.
      if (told.state === 'failed') continue;
      const { providerId, state } = told;
      const amountMicros = micros(BigInt(told.amountCents) * 10_000n);
      refunds = [...refunds, { id: newId(), providerId, userId: null, amountMicros, state, createdAt: at, endedAt }];
    } else if (REFUND_HOW_FAR[told.state] > REFUND_HOW_FAR[before.state]) {
      const next: Refund = { ...before, providerId: told.providerId, state: told.state, endedAt };
      refunds = refunds.map((one) => (one === before ? next : one));
    }
  }
  return refunds;
}

/** The disputes after news of them, in whatever order they come: the same list when they say nothing new. */
export function applyDisputes(known: Dispute[], news: DisputeNews[], { at, newId }: Arrival): Dispute[] {
  let disputes = known;
  for (const { providerId, amountCents, state } of news) {
    const before = disputes.find((one) => one.providerId === providerId);
    const closedAt = state === 'open' ? null : at;
    if (before === undefined) {
      const amountMicros = micros(BigInt(amountCents) * 10_000n);
      disputes = [...disputes, { id: newId(), providerId, amountMicros, state, openedAt: at, closedAt }];
    } else if (DISPUTE_HOW_FAR[state] > DISPUTE_HOW_FAR[before.state]) {
      const next: Dispute = { ...before, state, closedAt };
      disputes = disputes.map((one) => (one === before ? next : one));
    }
  }
  return disputes;
}
