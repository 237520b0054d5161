import { type NumberAtProvider, type OrderAtProvider, parseDecimal } from '@farline/contracts';
import { z } from 'zod';

/** Telnyx writes money as a decimal in a text: `"1.00000"`; zeros behind the sixth decimal say nothing. */
const cost = z.string().transform((text, context) => {
  const micros = parseDecimal(text.replace(/(\.\d{6})0+$/, '$1'));
  if (micros !== null && micros >= 0n) return micros;
  context.addIssue('no amount');
  return z.NEVER;
});

/** https://developers.telnyx.com/api-reference/phone-number-search/list-available-phone-numbers */
const availableNumber = z.object({
  phone_number: z.string().regex(/^\+[1-9]\d{6,14}$/),
  /** One that is only like what was asked for. */
  best_effort: z.boolean().nullish(),
  features: z.array(z.object({ name: z.string() })),
  cost_information: z.object({ upfront_cost: cost, monthly_cost: cost, currency: z.string().length(3) }),
});
const list = z.object({ data: z.array(z.unknown()) });

/** https://developers.telnyx.com/api-reference/phone-number-orders/create-a-number-order */
const numberOrder = z.object({
  id: z.string().min(1),
  status: z.enum(['pending', 'success', 'failure']),
  requirements_met: z.boolean().nullish(),
  customer_reference: z.string().nullish(),
});

/** https://developers.telnyx.com/api-reference/phone-number-configurations/list-phone-numbers */
const ownNumber = z.object({ id: z.string().min(1), phone_number: z.string(), status: z.string() });
/** What was never ours, or is not any more. */
const NOT_OURS = new Set(['deleted', 'purchase-failed', 'port-failed', 'ported-out']);

const subOrder = z.object({ id: z.string().min(1), status: z.string() });

/** The numbers of an answer whose price can be read; null: it is no list. */
export function readAvailable(body: unknown): NumberAtProvider[] | null {
  const { data } = list.safeParse(body);
  if (data === undefined) return null;
  return data.data.flatMap((item) => {
    const { data: one } = availableNumber.safeParse(item);
    if (one === undefined || one.best_effort === true) return [];
    const has = (feature: string) => one.features.some(({ name }) => name === feature);
    const { upfront_cost: setupMicros, monthly_cost: monthlyMicros, currency } = one.cost_information;
    const price = { monthlyMicros, setupMicros, currency: currency.toUpperCase() };
    return [{ e164: one.phone_number, hasVoice: has('voice'), hasSms: has('sms'), ...price }];
  });
}

const STATES = { pending: 'pending', success: 'succeeded', failure: 'failed' } as const;

/** An order that an answer brings; null: it cannot be read. */
export function readOrder(body: unknown): OrderAtProvider | null {
  const { data } = z.object({ data: numberOrder }).safeParse(body);
  return data === undefined ? null : toOrder(data.data);
}

/** The order of a list that has our reference; `none`: there is none. Null: it cannot be read. Of several, the one that came furthest. */
export function readOrderOf(reference: string, body: unknown): OrderAtProvider | 'none' | null {
  const ours = readThose(body, { of: numberOrder, by: 'customer_reference', value: reference });
  if (ours === null) return null;
  const furthest = (['success', 'pending', 'failure'] as const).flatMap((status) =>
    ours.filter((order) => order.status === status),
  );
  return furthest[0] === undefined ? 'none' : toOrder(furthest[0]);
}

/**
 * The items of a list with this value, each read by itself: an odd one hides no other. Null: there is no list, or none of those that can be read
 * has the value and an odd one may have it.
 */
function readThose<Item extends object>(
  body: unknown,
  wanted: { of: z.ZodType<Item>; by: keyof Item & string; value: string },
): Item[] | null {
  const { of, by, value } = wanted;
  const { data } = list.safeParse(body);
  if (data === undefined) return null;
  const read = data.data.flatMap((item) => of.safeParse(item).data ?? []);
  const found = read.filter((item) => item[by] === value);
  if (found.length > 0 || read.length === data.data.length) return found;
  const isAnother = z.object({ [by]: z.string().refine((other) => other !== value) });
  const mayBeIt = (item: unknown) => !of.safeParse(item).success && !isAnother.safeParse(item).success;
  return data.data.some(mayBeIt) ? null : [];
}

const toOrder = ({ id, status, requirements_met: isMet }: z.output<typeof numberOrder>): OrderAtProvider => ({
  providerOrderId: id,
  state: STATES[status],
  wantsDocuments: status === 'pending' && isMet === false,
});

/** What the provider calls a number of ours; none: it is not ours. Null: the answer cannot be read. */
export function readOwnNumbers(e164: string, body: unknown): string[] | null {
  const listed = readThose(body, { of: ownNumber, by: 'phone_number', value: e164 });
  return listed?.filter(({ status }) => !NOT_OURS.has(status)).map(({ id }) => id) ?? null;
}

/** The part of an order that may still be cancelled: an order is of one number, and has one. Null: there is none. */
export function readPendingPart(body: unknown): string | null {
  const { data } = list.safeParse(body);
  for (const item of data?.data ?? []) {
    const { data: part } = subOrder.safeParse(item);
    if (part?.status === 'pending') return part.id;
  }
  return null;
}

/** The title and detail of the first error of an answer, for the log; empty where it has none. */
export function errorIn(body: unknown): string {
  const error = z.object({ errors: z.array(z.object({ code: z.coerce.string(), title: z.string().nullish() })) });
  const { data } = error.safeParse(body);
  const [first] = data?.errors ?? [];
  return first === undefined ? '' : `: ${first.code} ${first.title ?? ''}`.slice(0, 200);
}

/** The reference of an order that an event is about; null: it is about something else. */
export function referenceIn(body: string): { reference: string | null } | null {
  const event = z.object({
    data: z.object({
      event_type: z.string(),
      payload: z.object({ customer_reference: z.string().nullish() }).nullish(),
    }),
  });
  try {
    const { data } = event.safeParse(JSON.parse(body));
    if (data === undefined) return null;
    const { event_type: type, payload } = data.data;
    return { reference: type.startsWith('number_order.') ? (payload?.customer_reference ?? null) : null };
  } catch {
    return null;
  }
}
