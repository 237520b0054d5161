import type {
  NumberFound,
  NumberProvider,
  NumbersFound,
  OfferKind,
  OrderFound,
  OrderOutcome,
  ProviderSilence,
} from '@farline/contracts';
import type { Clock } from '../../platform/clock.ts';
import type { TelnyxSettings } from '../../platform/settings/number-provider.ts';
import { signedByEd25519 } from '../signed-by-ed25519.ts';
import { createAskTelnyx, longestMs, type TelnyxLine, type TelnyxPatience, type Told } from './ask-telnyx.ts';
import {
  errorIn,
  readAvailable,
  readOrder,
  readOrderOf,
  readOwnNumbers,
  readPendingPart,
  referenceIn,
} from './read-telnyx.ts';
import { shared } from './shared.ts';

const MOST_FOUND = 20;
/** A page waits for a search; an order that is given up is asked about, and never sent again. */
const PATIENCE: TelnyxPatience = { connectMs: 3_000, answerMs: 8_000 };
/**
 * However many search, no order waits behind them. The limits of an account are not published, and 429 says when they are reached. The line of
 * orders is short: whoever waits in it has an order for themselves meanwhile, and whoever finds it full tries again soon.
 */
const SEARCHES: TelnyxLine = { atOnce: 6, mostWaiting: 60 };
const ORDERS: TelnyxLine = { atOnce: 6, mostWaiting: 12 };

const TYPES: Record<OfferKind, string | null> = {
  fixed: 'local',
  mobile: 'mobile',
  toll_free: 'toll_free',
  voip: null,
};

/** Not done, and said so before anything was ordered: a key that is wrong, an empty account, too many requests. */
const NOT_NOW = new Set([401, 402, 403, 425, 429]);
/** The order is wrong, or its number is not there any more. */
const REFUSED = new Set([400, 404, 409, 410, 422]);

/**
 * Telnyx, by the API version 2 that it documents at https://developers.telnyx.com/api-reference: searches, orders with our reference in
 * `customer_reference`, cancels and releases numbers, and reads webhooks whose Ed25519 signature it checks. An order has no Idempotency-Key
 * there (https://developers.telnyx.com/docs/development/api-fundamentals/idempotency lists the routes that have): one without an answer is
 * looked for by its reference. It was written against that documentation and never run against Telnyx itself.
 */
export function createTelnyxNumbers(
  settings: TelnyxSettings,
  { clock, patience = PATIENCE }: { clock: Clock; patience?: TelnyxPatience },
): NumberProvider {
  const ask = createAskTelnyx(settings, { clock, ...patience, ...ORDERS });
  const askForNumbers = createAskTelnyx(settings, { clock, ...patience, ...SEARCHES });
  /** Many who look for the same at the same moment are one question. */
  const search = shared(async (path: string) => readFound(await askForNumbers('GET', path), settings));

  return {
    name: 'telnyx',
    // To cancel an order asks twice.
    longestMs: 2 * longestMs({ ...patience, ...ORDERS }),
    search: async ({ country, kind, digits }) => {
      const type = kind === null ? null : TYPES[kind];
      if (kind !== null && type === null) return { state: 'found', numbers: [] };
      const pattern = digits === null ? {} : { [digits.isAtEnd ? 'ends_with' : 'contains']: digits.text };
      return await search(available({ country, type, pattern, most: MOST_FOUND }));
    },
    quote: async ({ e164, country, digits }) => {
      const found = await search(available({ country, type: null, pattern: { ends_with: digits }, most: MOST_FOUND }));
      if (found.state === 'unavailable') return found;
      return { state: 'found', numbers: found.numbers.filter((one) => one.e164 === e164) };
    },
    order: async ({ reference, e164 }) => {
      const { connectionId: connection_id, messagingProfileId: profile } = settings;
      const wanted = { phone_numbers: [{ phone_number: e164 }], connection_id, customer_reference: reference };
      const messaging = profile === null ? {} : { messaging_profile_id: profile };
      return readOutcome(await ask('POST', '/number_orders', { ...wanted, ...messaging }));
    },
    findOrder: async ({ reference, providerOrderId }) =>
      providerOrderId === null
        ? readReference(await ask('GET', `/number_orders?${filters({ customer_reference: reference })}`), reference)
        : readById(await ask('GET', `/number_orders/${encodeURIComponent(providerOrderId)}`)),
    cancelOrder: async ({ providerOrderId }) => {
      // https://developers.telnyx.com/api-reference/phone-number-orders/cancel-a-sub-number-order
      const told = await ask('GET', `/sub_number_orders?${filters({ order_request_id: providerOrderId })}`);
      if (told.state !== 'answered' || told.status !== 200) return;
      const part = readPendingPart(told.body);
      if (part !== null) await ask('PATCH', `/sub_number_orders/${encodeURIComponent(part)}/cancel`, {});
    },
    findNumber: async (e164) => readOurs(await ask('GET', `/phone_numbers?${filters({ phone_number: e164 })}`), e164),
    release: async (providerNumberId) => {
      const told = await ask('DELETE', `/phone_numbers/${encodeURIComponent(providerNumberId)}`);
      const isGone = told.state === 'answered' && (isSuccess(told.status) || [404, 410].includes(told.status));
      return isGone ? { state: 'released' } : silenceOf(told);
    },
    readWebhook: (headers, body, now) => {
      const [timestamp, signature] = ['telnyx-timestamp', 'telnyx-signature-ed25519'].map((name) => headers[name]);
      const signed = { timestamp: textOf(timestamp), signature: textOf(signature), body: Buffer.from(body) };
      const verdict = signedByEd25519(settings.publicKey, signed, now);
      if (verdict !== 'genuine') return { genuine: false, reason: verdict };
      const told = referenceIn(body);
      return told === null ? { genuine: false, reason: 'unreadable' } : { genuine: true, ...told };
    },
  };
}

/** https://developers.telnyx.com/docs/numbers/phone-numbers/number-search: a country always, digits without its code. */
function available(wanted: { country: string; type: string | null; pattern: Record<string, string>; most: number }) {
  const asked = {
    country_code: wanted.country,
    limit: String(wanted.most),
    best_effort: 'false',
    ...(wanted.type === null ? {} : { phone_number_type: wanted.type }),
  };
  const query = new URLSearchParams(filters(asked));
  for (const [name, value] of Object.entries(wanted.pattern)) query.append(`filter[phone_number][${name}]`, value);
  return `/available_phone_numbers?${query.toString()}`;
}

function filters(asked: Record<string, string>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) query.append(`filter[${name}]`, value);
  return query.toString();
}

const isSuccess = (status: number) => status >= 200 && status < 300;
const textOf = (header: string | string[] | undefined) => (typeof header === 'string' ? header : '');

function silenceOf(told: Told): ProviderSilence {
  if (told.state !== 'answered') return { state: 'unavailable', why: told.why, afterMs: null };
  const why = `answered ${told.status}${isSuccess(told.status) ? ', which cannot be read' : errorIn(told.body)}`;
  return { state: 'unavailable', why, afterMs: told.afterMs };
}

const isAnswer = (told: Told): told is Extract<Told, { state: 'answered' }> =>
  told.state === 'answered' && isSuccess(told.status);

/** Without a profile for texts a number takes none, whatever it could. */
function readFound(told: Told, { messagingProfileId }: TelnyxSettings): NumbersFound {
  const numbers = isAnswer(told) ? readAvailable(told.body) : null;
  if (numbers === null) return silenceOf(told);
  return {
    state: 'found',
    numbers: numbers.map((one) => ({ ...one, hasSms: one.hasSms && messagingProfileId !== null })),
  };
}

function readOutcome(told: Told): OrderOutcome {
  if (told.state === 'not_sent') return { state: 'not_now', why: told.why, afterMs: null };
  if (told.state === 'lost') return { state: 'unknown', why: told.why };
  const { why, afterMs } = silenceOf(told);
  if (NOT_NOW.has(told.status)) return { state: 'not_now', why, afterMs };
  if (REFUSED.has(told.status)) return { state: 'refused', why };
  const order = isSuccess(told.status) ? readOrder(told.body) : null;
  return order === null ? { state: 'unknown', why } : { state: 'ordered', order };
}

function readById(told: Told): OrderFound {
  if (told.state === 'answered' && told.status === 404) return { state: 'not_known' };
  const order = isAnswer(told) ? readOrder(told.body) : null;
  return order === null ? silenceOf(told) : { state: 'known', order };
}

function readReference(told: Told, reference: string): OrderFound {
  const order = isAnswer(told) ? readOrderOf(reference, told.body) : null;
  if (order === null) return silenceOf(told);
  return order === 'none' ? { state: 'not_known' } : { state: 'known', order };
}

function readOurs(told: Told, e164: string): NumberFound {
  const ids = isAnswer(told) ? readOwnNumbers(e164, told.body) : null;
  if (ids === null) return silenceOf(told);
  return ids.length === 0 ? { state: 'not_ours' } : { state: 'ours', providerNumberIds: ids };
}
