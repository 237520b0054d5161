import type { OrderAtProvider, OrderedNumber } from '@farline/contracts';
import type { Offer } from './offer.ts';

/** An order of a number at a provider; its id is our reference there, and the cause of its money. */
export type ProviderOrder = {
  id: string;
  accountId: string;
  userId: string;
  /** The number at the prices of the order; its carrier is the provider. */
  offer: Offer;
  /** Null: it costs nothing. */
  holdId: string | null;
  state: OrderState;
  reason: OrderReason | null;
  providerOrderId: string | null;
  providerNumberId: string | null;
  rentalId: string | null;
  begunAt: Date;
  submittedAt: Date | null;
  settledAt: Date | null;
  releasingAt: Date | null;
  releasedAt: Date | null;
  tries: number;
};

export type OrderState = 'begun' | 'submitted' | 'pending' | 'lost' | 'active' | 'refused' | 'releasing' | 'released';
/** Why an order failed, as its account is told. */
export type FailureReason = NonNullable<OrderedNumber['reason']>;
export type OrderReason = FailureReason | 'account_closed';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** For so long an order that did not leave is tried; then its money is free again. */
const PATIENCE_TO_SUBMIT_MS = 2 * MINUTE_MS;
/** An order that the provider has not heard of after so long never arrived; its money is free again. */
const PATIENCE_TO_HEAR_MS = 15 * MINUTE_MS;
/** It is still asked for, for so long: if it did arrive, what it brought is given back. */
const WATCHED_MS = 3 * DAY_MS;
/** Documents that an order wants may be there already, and be seen late. */
const PATIENCE_FOR_DOCUMENTS_MS = 10 * MINUTE_MS;
/** An order that is pending for longer is cancelled: its money is held all the time. */
const PATIENCE_WHILE_PENDING_MS = 3 * DAY_MS;
/** One that the provider has neither given nor cancelled by then is lost, whatever it says. */
const PATIENCE_TO_CANCEL_MS = PATIENCE_WHILE_PENDING_MS + DAY_MS;
/** A number that was just ordered may not be in the provider's list yet. */
const LISTED_WITHIN_MS = HOUR_MS;

export const failureOf = (reason: OrderReason | null): FailureReason | null =>
  reason === 'account_closed' ? null : reason;

/** Whether its money is held for it. */
export const isAwaited = ({ state }: Pick<ProviderOrder, 'state'>): boolean =>
  state === 'begun' || state === 'submitted' || state === 'pending';

/** Whether it is time to stop sending an order that never left. */
export const isTooLateToSubmit = ({ begunAt }: ProviderOrder, now: Date): boolean =>
  since(begunAt, now) >= PATIENCE_TO_SUBMIT_MS;

/** What an order is that the provider has not heard of. */
export function unheardOf(order: ProviderOrder, now: Date): 'ask_again' | 'lost' | 'over' {
  switch (order.state) {
    case 'submitted':
      return since(order.submittedAt, now) >= PATIENCE_TO_HEAR_MS ? 'lost' : 'ask_again';
    case 'pending':
      // It had it once: whoever forgets an order may remember it.
      return since(order.submittedAt, now) >= WATCHED_MS ? 'lost' : 'ask_again';
    case 'lost':
      return since(order.settledAt, now) >= WATCHED_MS ? 'over' : 'ask_again';
    case 'begun':
    case 'active':
    case 'refused':
    case 'releasing':
    case 'released':
      return 'ask_again';
  }
}

/** Whether for long enough nobody could say what became of an order, and its money waits no longer; of one that is lost: it is watched no longer. */
export function isSilentForLong(order: ProviderOrder, now: Date): boolean {
  return since(order.state === 'lost' ? order.settledAt : order.submittedAt, now) >= WATCHED_MS;
}

/** Whether an order is still pending though it should have been cancelled long ago. */
export const isStuck = (order: ProviderOrder, now: Date): boolean =>
  isAwaited(order) && since(order.submittedAt, now) >= PATIENCE_TO_CANCEL_MS;

/** Why an order that is pending should come to nothing; null: it may take its time. */
export function whyCancel(order: ProviderOrder, told: OrderAtProvider, now: Date): OrderReason | null {
  if (order.state === 'lost') return 'unavailable';
  const age = since(order.submittedAt, now);
  if (told.wantsDocuments && age >= PATIENCE_FOR_DOCUMENTS_MS) return 'documents';
  return age >= PATIENCE_WHILE_PENDING_MS ? 'unavailable' : null;
}

/** Whether a provider that does not list a number can be believed that it has none of ours. */
export const isListedByNow = ({ settledAt }: ProviderOrder, now: Date): boolean =>
  since(settledAt, now) >= LISTED_WITHIN_MS;

/** When to look at an order again: soon while it is young, once an hour when it is old, and not before the provider wants. */
export function nextLookAt(order: ProviderOrder, now: Date, afterMs: number | null = null): Date {
  const from = order.state === 'releasing' ? order.releasingAt : (order.submittedAt ?? order.begunAt);
  const pause = Math.min(Math.max(since(from, now) / 4, 5 * SECOND_MS), HOUR_MS);
  return new Date(now.getTime() + Math.max(pause, afterMs ?? 0));
}

const since = (at: Date | null, now: Date) => (at === null ? 0 : now.getTime() - at.getTime());
