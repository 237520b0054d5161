import { webhookReply } from '../billing.ts';
import { defineRoute } from '../define-route.ts';
import { MESSAGE_WEBHOOK_RATE_LIMIT } from '../rate-limit.ts';
import type { Micros } from '../micros.ts';
import type { OfferKind } from './numbers.ts';

/** A number that a provider has for us, at what it costs us. */
export type NumberAtProvider = {
  e164: string;
  hasVoice: boolean;
  hasSms: boolean;
  /** For each month, and once when it is ordered. */
  monthlyMicros: Micros;
  setupMicros: Micros;
  /** ISO 4217. */
  currency: string;
};

export type ProviderSearch = {
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Null: any. */
  kind: OfferKind | null;
  /** Of the number without its country code. */
  digits: { text: string; isAtEnd: boolean } | null;
};

/** `why` is for the operator's log. `afterMs`: what the provider asks to wait; null: it asks nothing. */
export type ProviderSilence = { state: 'unavailable'; why: string; afterMs: number | null };

export type NumbersFound = { state: 'found'; numbers: NumberAtProvider[] } | ProviderSilence;

/** An order as the provider sees it now. */
export type OrderAtProvider = {
  providerOrderId: string;
  state: 'pending' | 'succeeded' | 'failed';
  /** It waits for documents or addresses that nobody has given. */
  wantsDocuments: boolean;
};

export type OrderOutcome =
  | { state: 'ordered'; order: OrderAtProvider }
  /** The provider will not give this number: nothing was ordered. */
  | { state: 'refused'; why: string }
  /** Nothing was ordered, and the same may be asked again. */
  | { state: 'not_now'; why: string; afterMs: number | null }
  /** It may have been ordered. */
  | { state: 'unknown'; why: string };

export type OrderFound = { state: 'known'; order: OrderAtProvider } | { state: 'not_known' } | ProviderSilence;

/** What the provider calls it: more than one name where it lists an earlier one still. */
export type NumberFound = { state: 'ours'; providerNumberIds: string[] } | { state: 'not_ours' } | ProviderSilence;

export type NumberReleased = { state: 'released' } | ProviderSilence;

/** The `reference` of the order that a webhook is about; null: of no order of ours. */
export type ReadNumberWebhook =
  | { genuine: true; reference: string | null }
  | { genuine: false; reason: 'bad_signature' | 'too_old' | 'unreadable' };

/**
 * Whoever has numbers for rent and takes them back. Every question has a time-out and none rejects: what is not known is said to be so. An
 * order is placed once under our own reference and is found again by it; nothing is placed again whose fate is not known.
 */
export type NumberProvider = {
  name: string;
  /** The longest that any question about an order takes, with its time-outs and the wait for its turn. */
  longestMs: number;
  /** At most 20 numbers. However many search, nobody's order waits for it. */
  search(wanted: ProviderSearch): Promise<NumbersFound>;
  /** The number itself if it can be had now. The provider sells what was searched of late alone. */
  quote(number: { e164: string; country: string; digits: string }): Promise<NumbersFound>;
  order(order: { reference: string; e164: string }): Promise<OrderOutcome>;
  findOrder(order: { reference: string; providerOrderId: string | null }): Promise<OrderFound>;
  /** Asks that an order that is pending comes to nothing; what became of it is for `findOrder` to tell. */
  cancelOrder(order: { providerOrderId: string }): Promise<void>;
  /** Whether a number is ours there. */
  findNumber(e164: string): Promise<NumberFound>;
  /** Gives a number back. One that is not there any more is released. */
  release(providerNumberId: string): Promise<NumberReleased>;
  /** Reads a webhook, byte for byte as it came. It is a hint and no more: `findOrder` tells what is true. */
  readWebhook(headers: Record<string, string | string[] | undefined>, body: string, now: Date): ReadNumberWebhook;
};

/** Where a provider tells what became of an order. */
export const numberWebhook = (provider: string) =>
  defineRoute(`POST /webhooks/numbers/${provider}`, {
    tag: 'numbers',
    access: 'anyone',
    summary: 'For the provider of numbers alone: what became of an order, signed by it',
    reply: webhookReply,
    refusals: ['webhook_bad_signature', 'webhook_too_old', 'webhook_unreadable'],
    precedence: 'essential',
    perClient: MESSAGE_WEBHOOK_RATE_LIMIT,
  });
