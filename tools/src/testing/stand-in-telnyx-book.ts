import { randomInt, randomUUID } from 'node:crypto';

export const TELNYX_CONNECTION = '1293384261075731499';
export const TELNYX_PROFILE = '40017d9a-3c2e-4d3e-9a0e-6a3c0b2d1f10';

/** A number that it has. */
export type Stocked = {
  e164: string;
  country?: string;
  type?: 'local' | 'mobile' | 'toll_free';
  monthly?: string;
  upfront?: string;
  currency?: string;
  features?: string[];
  bestEffort?: boolean;
};

type Order = {
  id: string;
  reference: string;
  e164: string;
  status: 'pending' | 'success' | 'failure';
  requirementsMet: boolean;
};
type Owned = { id: string; e164: string; status: 'active' | 'deleted' };
export type Asked = { method: string; path: string; query: URLSearchParams; body: unknown };
export type Answer = { status: number; body: unknown };

export const refusal = (status: number, code: string, title: string): Answer => ({
  status,
  body: { errors: [{ code, title, detail: `stand-in: ${title}`, meta: { url: 'https://developers.telnyx.com' } }] },
});

/** What Telnyx has, and what was ordered of it. */
export class TelnyxBook {
  readonly stock = new Map<string, Stocked>();
  readonly orders: Order[] = [];
  readonly owned: Owned[] = [];
  /** What it does with orders, and what it lists of what it has. */
  readonly how = {
    ordersWait: false,
    wantsDocuments: false,
    listsOrders: true,
    /** `stale`: what was deleted is still listed, and what came after it is not. */
    listsNumbers: true as boolean | 'stale',
    /** What stands in its lists beside what belongs there. */
    odd: [] as unknown[],
  };
  readonly #searched = new Set<string>();
  readonly #former = new Map<string, Stocked>();

  /** Has a number for whoever asks; what is not said of it is as it usually is. */
  add(number: Stocked): string {
    this.stock.set(number.e164, number);
    return number.e164;
  }

  ordersOf(e164: string): Order[] {
    return this.orders.filter((order) => order.e164 === e164);
  }

  /** Those that are ours there, and cost us. */
  heldNow(): string[] {
    return this.owned.filter(({ status }) => status === 'active').map(({ e164 }) => e164);
  }

  /** Says what becomes of an order that waits. */
  settle(e164: string, status: 'success' | 'failure'): void {
    const order = this.orders.find((known) => known.e164 === e164 && known.status === 'pending');
    if (order === undefined) throw new Error(`no order of ${e164} waits`);
    if (status === 'success') this.#succeed(order);
    else order.status = 'failure';
  }

  answer(one: Asked): Answer {
    const [, kind = '', id = '', act = ''] = one.path.split('/');
    switch (`${one.method} ${kind}${id === '' ? '' : '/:id'}${act === '' ? '' : `/${act}`}`) {
      case 'GET available_phone_numbers':
        return this.#search(one.query);
      case 'POST number_orders':
        return this.#place(one.body as OrderBody);
      case 'GET number_orders': {
        const reference = one.query.get('filter[customer_reference]');
        const listed = this.how.listsOrders ? this.orders.filter((order) => order.reference === reference) : [];
        return listOf([...this.how.odd, ...listed.map(orderView)]);
      }
      case 'GET number_orders/:id':
        return oneOf(this.orders.filter((order) => order.id === id).map(orderView));
      case 'GET sub_number_orders': {
        const of = one.query.get('filter[order_request_id]');
        return listOf([...this.how.odd, ...this.orders.filter((order) => order.id === of).map(subOrderView)]);
      }
      case 'PATCH sub_number_orders/:id/cancel':
        return this.#cancel(id);
      case 'GET phone_numbers':
        return this.#list(one.query.get('filter[phone_number]'));
      case 'DELETE phone_numbers/:id':
        return this.#delete(id);
      default:
        return NOT_FOUND;
    }
  }

  #search(query: URLSearchParams): Answer {
    const most = Number(query.get('filter[limit]') ?? 100);
    const found = [...this.stock.values()].filter((number) => isLike(number, query)).slice(0, most);
    for (const { e164 } of found) this.#searched.add(e164);
    return listOf(found.map(availableNumber));
  }

  #place({ phone_numbers: [wanted], customer_reference: reference }: OrderBody): Answer {
    const e164 = wanted?.phone_number ?? '';
    const number = this.stock.get(e164);
    if (number === undefined) return refusal(422, '85007', 'The phone number is not available');
    if (!this.#searched.has(e164)) return refusal(400, '85006', 'The phone number was not searched for');
    this.stock.delete(e164);
    this.#former.set(e164, number);
    const { ordersWait, wantsDocuments } = this.how;
    const order: Order = {
      id: randomUUID(),
      reference,
      e164,
      status: 'pending',
      requirementsMet: !wantsDocuments,
    };
    this.orders.push(order);
    if (!ordersWait && !wantsDocuments) this.#succeed(order);
    return oneOf([orderView(order)]);
  }

  #succeed(order: Order): void {
    order.status = 'success';
    const id = `1293384261${randomInt(1_000_000_000, 10_000_000_000)}`;
    this.owned.push({ id, e164: order.e164, status: 'active' });
  }

  #cancel(id: string): Answer {
    const order = this.orders.find((known) => `sub-${known.id}` === id);
    if (order === undefined) return NOT_FOUND;
    if (order.status !== 'pending') return refusal(422, '10015', 'It is not pending');
    order.status = 'failure';
    return oneOf([subOrderView(order)]);
  }

  #list(e164: string | null): Answer {
    const { listsNumbers, odd } = this.how;
    const listed = this.owned.filter((number) => number.e164 === e164);
    const status = listsNumbers === 'stale' ? 'deleted' : 'active';
    const shown = listsNumbers === false ? [] : listed.filter((number) => number.status === status);
    return listOf([...odd, ...shown.map((number) => numberView({ ...number, status: 'active' }))]);
  }

  #delete(id: string): Answer {
    const number = this.owned.find((known) => known.id === id && known.status === 'active');
    if (number === undefined) return NOT_FOUND;
    number.status = 'deleted';
    this.add(this.#former.get(number.e164) ?? { e164: number.e164 });
    return oneOf([numberView(number)]);
  }
}

type OrderBody = { phone_numbers: { phone_number: string }[]; customer_reference: string };

const listOf = (data: unknown[]): Answer => ({
  status: 200,
  body: { data, meta: { total_results: data.length, page_number: 1 } },
});
const oneOf = ([data]: object[]): Answer => (data === undefined ? NOT_FOUND : { status: 200, body: { data } });

const NOT_FOUND = refusal(404, '10005', 'Resource not found');

function isLike(number: Stocked, query: URLSearchParams): boolean {
  const filter = (name: string) => query.get(`filter[${name}]`);
  const { country = 'US', type = 'local', e164 } = number;
  const national = e164.replace(/^\+(1|44)/, '');
  if (country !== filter('country_code')) return false;
  if (filter('phone_number_type') !== null && filter('phone_number_type') !== type) return false;
  const [end, part] = ['ends_with', 'contains'].map((name) => query.get(`filter[phone_number][${name}]`));
  return national.endsWith(end ?? '') && national.includes(part ?? '');
}

const availableNumber = (number: Stocked) => ({
  record_type: 'available_phone_number',
  phone_number: number.e164,
  vanity_format: '',
  quickship: true,
  reservable: true,
  best_effort: number.bestEffort ?? false,
  region_information: [{ region_type: 'country_code', region_name: number.country ?? 'US' }],
  cost_information: {
    upfront_cost: number.upfront ?? '0.00000',
    monthly_cost: number.monthly ?? '1.00000',
    currency: number.currency ?? 'USD',
  },
  features: (number.features ?? ['sms', 'voice']).map((name) => ({ name })),
});

const orderView = ({ id, reference, e164, status, requirementsMet }: Order) => ({
  id,
  record_type: 'number_order',
  status,
  customer_reference: reference,
  phone_numbers_count: 1,
  connection_id: TELNYX_CONNECTION,
  messaging_profile_id: TELNYX_PROFILE,
  requirements_met: requirementsMet,
  created_at: '2026-01-01T00:00:00.000000Z',
  sub_number_orders_ids: [`sub-${id}`],
  phone_numbers: [{ id: randomUUID(), record_type: 'number_order_phone_number', phone_number: e164, status }],
});
const subOrderView = (order: Order) => ({
  id: `sub-${order.id}`,
  record_type: 'sub_number_order',
  order_request_id: order.id,
  status: order.status,
  customer_reference: order.reference,
  requirements_met: order.requirementsMet,
});
const numberView = ({ id, e164, status }: Owned) => ({
  id,
  record_type: 'phone_number',
  phone_number: e164,
  status,
  connection_id: TELNYX_CONNECTION,
});
