/** An object of Stripe. */
export type Thing = { [key: string]: unknown };
type Answer = { status: number; body: unknown };

/** What the fake knows: customers, methods, sessions, intents, refunds and disputes, in Stripe's shapes. */
export class StripeJournal {
  readonly things = new Map<string, Thing>();
  #number = 0;

  nextNumber(): number {
    return ++this.#number;
  }

  get(id: unknown): Thing {
    const thing = this.things.get(String(id));
    if (thing === undefined) throw new Error(`the fake knows no ${String(id)}`);
    return thing;
  }

  /** Answers a call: `['payment_intents', 'pi_1']` and the fields of its form. */
  answer(method: string, path: string[], fields: Thing): Answer {
    const [name = '', second, third] = path;
    const id = name === 'checkout' ? third : second;
    const customer = fields['customer'];
    if (typeof customer === 'string' && !this.things.has(customer)) return wrong('resource_missing', 'customer');
    switch (`${method} ${name}`) {
      case 'POST customers':
        return this.#add('cus', { object: 'customer', metadata: fields['metadata'] });
      case 'POST checkout':
        return this.#openSession(fields);
      case 'GET checkout':
        return id === undefined ? this.#list('checkout.session', fields) : this.#find(id, fields);
      case 'POST payment_intents':
        return this.#pay(fields);
      case 'GET payment_intents':
        return id === undefined ? this.#list('payment_intent', fields) : this.#find(id, fields);
      case 'POST refunds':
        return this.#refund(fields);
      case 'GET refunds':
        return this.#list('refund', fields);
      case 'GET disputes':
        return this.#list('dispute', fields);
      case 'GET payment_methods':
        return this.#find(id ?? '', fields);
      case 'POST payment_methods': {
        const found = this.things.get(id ?? '');
        if (found === undefined || found['customer'] === null) return wrong('resource_missing', 'payment_method');
        found['customer'] = null;
        return { status: 200, body: found };
      }
      default:
        return { status: 404, body: { error: { type: 'invalid_request_error', message: 'Unrecognized request' } } };
    }
  }

  /** The payer pays on the page of a session; `keeps`: they tick the box that keeps the card. */
  payOnPage(sessionId: string, payer: { keeps: boolean; decline?: string }): Thing {
    const session = this.get(sessionId);
    const request = session['request'] as Thing;
    const method = this.#newMethod(payer.keeps ? session['customer'] : null);
    const intent = (session['payment_intent'] ??= this.#put('pi', {
      object: 'payment_intent',
      amount: session['amount_total'],
      currency: session['currency'],
      customer: session['customer'],
      metadata: (request['payment_intent_data'] as Thing)['metadata'],
      ...noPayment,
    })) as string;
    this.#charge(intent, method, payer.decline);
    if (payer.decline === undefined) Object.assign(session, { status: 'complete', url: null });
    return this.get(intent);
  }

  /** The owner of a card types it on the page of a session that sets up. */
  keepOnPage(sessionId: string): Thing {
    const session = this.get(sessionId);
    const method = this.#newMethod(session['customer']);
    const intent = this.#put('seti', { object: 'setup_intent', status: 'succeeded', payment_method: method });
    Object.assign(session, { status: 'complete', url: null, setup_intent: intent });
    return session;
  }

  /** Knows a customer and what it kept no more, as another key does. */
  forgetCustomer(customer: string): void {
    for (const [id, thing] of this.things) {
      if (id === customer || thing['customer'] === customer) this.things.delete(id);
    }
  }

  /** The payer's bank takes a payment back. */
  dispute(intentId: string): Thing {
    const { amount, currency } = this.get(intentId);
    const facts = { object: 'dispute', amount, currency, payment_intent: intentId, status: 'needs_response' };
    return this.get(this.#put('du', facts));
  }

  #openSession(request: Thing): Answer {
    const lines = request['line_items'] as { 0: { price_data: { unit_amount: string; currency: string } } } | undefined;
    const price = lines?.[0].price_data;
    const session = this.#add('cs', {
      object: 'checkout.session',
      mode: request['mode'],
      status: 'open',
      customer: request['customer'],
      client_reference_id: request['client_reference_id'],
      metadata: request['metadata'],
      amount_total: price === undefined ? null : Number(price.unit_amount),
      currency: price?.currency ?? null,
      payment_intent: null,
      setup_intent: null,
      request,
    });
    const body = session.body as Thing;
    this.get(body['id'])['url'] = `https://checkout.stripe.test/${String(body['id'])}`;
    return { status: 200, body: this.get(body['id']) };
  }

  #pay(fields: Thing): Answer {
    const method = this.things.get(String(fields['payment_method']));
    if (method === undefined) return wrong('resource_missing', 'payment_method');
    if (method['customer'] === null) return refused('The provided PaymentMethod was detached from a Customer.');
    const intent = this.#put('pi', {
      object: 'payment_intent',
      amount: Number(fields['amount']),
      currency: fields['currency'],
      customer: fields['customer'],
      metadata: fields['metadata'],
      ...noPayment,
    });
    const behaves = method['behaves'];
    if (behaves === 'declined' || (behaves === 'asks' && fields['off_session'] === 'true')) {
      const code = behaves === 'declined' ? 'card_declined' : 'authentication_required';
      this.#charge(intent, String(method['id']), code);
      const { last_payment_error: error } = this.get(intent);
      return { status: 402, body: { error: { ...(error as Thing), payment_intent: this.get(intent) } } };
    }
    if (behaves === 'asks') {
      const redirect = { redirect_to_url: { url: `https://bank.test/${intent}` } };
      Object.assign(this.get(intent), { status: 'requires_action', next_action: redirect });
    } else this.#charge(intent, String(method['id']));
    return this.#find(intent, fields);
  }

  #refund(fields: Thing): Answer {
    const intent = String(fields['payment_intent']);
    const given = [...this.things.values()].filter(
      (one) => one['object'] === 'refund' && one['payment_intent'] === intent,
    );
    const left = given.reduce((sum, one) => sum - Number(one['amount']), Number(this.get(intent)['amount']));
    if (Number(fields['amount']) > left) return wrong('charge_already_refunded', 'amount');
    if (this.get(intent)['refuses_refunds'] === true) return wrong('charge_disputed', 'payment_intent');
    return this.#add('re', {
      object: 'refund',
      amount: Number(fields['amount']),
      currency: this.get(intent)['currency'],
      payment_intent: intent,
      metadata: fields['metadata'] ?? {},
      status: 'succeeded',
    });
  }

  #charge(intentId: string, method: string, decline?: string): void {
    const intent = this.get(intentId);
    const card = this.get(method)['card'];
    if (decline === undefined) {
      const charge = this.#put('ch', { object: 'charge', payment_method_details: { card } });
      Object.assign(intent, { ...noPayment, status: 'succeeded', latest_charge: charge, payment_method: method });
    } else {
      const error = { type: 'card_error', code: 'card_declined', decline_code: decline, message: 'Refused' };
      const of = { payment_method: { id: method, card } };
      Object.assign(intent, { status: 'requires_payment_method', last_payment_error: { ...error, ...of } });
    }
  }

  #newMethod(customer: unknown): string {
    const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2044, fingerprint: 'one and the same' };
    const allowed = customer === null ? 'limited' : 'always';
    return this.#put('pm', { object: 'payment_method', customer, card, allow_redisplay: allowed, behaves: 'succeeds' });
  }

  #put(prefix: string, facts: Thing): string {
    const id = `${prefix}_${this.nextNumber()}`;
    this.things.set(id, { id, created: Math.floor(Date.now() / 1000), ...facts });
    return id;
  }

  #add(prefix: string, facts: Thing): Answer {
    return { status: 200, body: this.get(this.#put(prefix, facts)) };
  }

  #find(id: string, fields: Thing): Answer {
    if (!this.things.has(id)) return wrong('resource_missing', 'id');
    const paths = Object.values((fields['expand'] ?? {}) as Thing).map((path) => String(path).split('.'));
    return { status: 200, body: this.#expanded(id, paths) };
  }

  #expanded(id: string, paths: string[][]): Thing {
    const thing: Thing = { ...this.get(id) };
    for (const [key = ''] of paths) {
      const value = this.get(id)[key];
      const deeper = paths.filter(([first, ...more]) => first === key && more.length > 0).map(([, ...more]) => more);
      if (typeof value === 'string') thing[key] = this.#expanded(value, deeper);
    }
    return thing;
  }

  #list(object: string, wanted: Thing): Answer {
    const data = [...this.things.values()].filter(
      (one) =>
        one['object'] === object &&
        ['customer', 'payment_intent'].every((key) => wanted[key] === undefined || one[key] === wanted[key]),
    );
    return { status: 200, body: { object: 'list', data: data.toReversed(), has_more: false, url: '/' } };
  }
}

const noPayment = {
  status: 'requires_payment_method',
  latest_charge: null,
  payment_method: null,
  last_payment_error: null,
  next_action: null,
};

/** As Stripe refuses what is right in form: without a code. */
function refused(message: string): Answer {
  return { status: 400, body: { error: { type: 'invalid_request_error', message } } };
}

function wrong(code: string, param: string): Answer {
  const status = code === 'resource_missing' ? 404 : 400;
  return { status, body: { error: { type: 'invalid_request_error', code, param, message: code } } };
}
