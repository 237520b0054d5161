import type {
  LookupKeys,
  PaymentAtProvider,
  PaymentProvider,
  PaymentToStart,
  ProviderEvent,
  SetupAtProvider,
  SetupToStart,
} from '@farline/contracts';
import Stripe from 'stripe';
import { isMethodGone, isRefusedAsAsked, isUnknown, unknownAsNull } from './stripe-refusals.ts';
import { PaymentProviderError } from './payment-provider-error.ts';
import {
  noReturns,
  paymentOfIntent,
  paymentOfSession,
  REFERENCE,
  type StripeReturns,
  setupOfSession,
} from './stripe-updates.ts';

const TIMEOUT_MS = 10_000;
const MOST_AGE_SECONDS = 300;
/** Clocks differ: what was started by our clock is looked for from a little before on. */
const LEEWAY_SECONDS = 300;
/** What Stripe or the way to it says whatever is asked. */
const UNREACHABLE = [
  Stripe.errors.StripeConnectionError,
  Stripe.errors.StripeAPIError,
  Stripe.errors.StripeRateLimitError,
  Stripe.errors.StripeAuthenticationError,
];
const INTENT = ['latest_charge', 'payment_method'];
const SESSION = ['payment_intent.latest_charge', 'payment_intent.payment_method', 'setup_intent.payment_method'];

/**
 * Stripe, by its own SDK: payments and methods on its hosted page (Checkout), saved methods by payment intents, refunds,
 * webhooks whose signature the SDK checks. A webhook is taken as a hint: what it is about is asked for as it stands now, so
 * that webhooks may come in any order.
 */
export function createStripePayments(options: {
  secretKey: string;
  webhookSecret: string;
  /** Null: Stripe itself. */
  apiUrl: string | null;
}): PaymentProvider {
  const stripe = new Stripe(options.secretKey, {
    ...hostOf(options.apiUrl),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  const intentById = async (id: string) => await stripe.paymentIntents.retrieve(id, { expand: INTENT });
  const sessionById = async (id: string) => await stripe.checkout.sessions.retrieve(id, { expand: SESSION });

  return {
    name: 'stripe',
    openCustomer: async ({ key, accountId }) =>
      await asking('a customer', async () => {
        const wanted = { metadata: { farline_account: accountId } };
        return (await stripe.customers.create(wanted, { idempotencyKey: key })).id;
      }),
    startPayment: async (payment) =>
      await asking('a payment', async () => {
        const session = await openPage(hostedPayment(payment), payment);
        return paymentOfSession(session, noReturns);
      }),
    payWithSavedMethod: async (payment) =>
      await asking('a payment by a saved method', async () => {
        try {
          const wanted = { ...savedPayment(payment), expand: INTENT };
          const intent = await stripe.paymentIntents.create(wanted, { idempotencyKey: payment.key });
          return paymentOfIntent(intent, noReturns);
        } catch (error) {
          if (await isMethodGone(stripe, error, payment.method)) return null;
          // A refused card is an error that has the payment in it.
          const refused = error instanceof Stripe.errors.StripeCardError ? error.payment_intent?.id : undefined;
          if (refused === undefined) throw error;
          return paymentOfIntent(await intentById(refused), noReturns);
        }
      }),
    findPayment: async (payment) => await asking('a payment', async () => await unknownAsNull(findPayment(payment))),
    startSetup: async (setup) =>
      await asking('a method', async () => setupOfSession(await openPage(hostedSetup(setup), setup))),
    findSetup: async (setup) => await asking('a method', async () => await unknownAsNull(findSetup(setup))),
    removeMethod: async (method) =>
      await asking('a method', async () => {
        try {
          await stripe.paymentMethods.detach(method);
        } catch (error) {
          // It is detached, or was never there.
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        }
      }),
    refund: async ({ key, reference, payment, amountCents }) =>
      await asking('a refund', async () => {
        try {
          const intent = await intentIdOf(payment.providerId);
          const wanted = { payment_intent: intent, amount: amountCents, metadata: { [REFERENCE]: reference } };
          await stripe.refunds.create(wanted, { idempotencyKey: key });
        } catch (error) {
          if (isRefusedAsAsked(error)) return null;
          throw error;
        }
        return await paymentById(payment.providerId);
      }),
    async readWebhook(headers, body, now) {
      const header = headers['stripe-signature'];
      const signature = typeof header === 'string' ? header : '';
      let event: Stripe.Event;
      try {
        const { webhookSecret: secret } = options;
        event = stripe.webhooks.constructEvent(body, signature, secret, MOST_AGE_SECONDS, undefined, now.getTime());
      } catch (error) {
        return { genuine: false, reason: whyNotGenuine(error) };
      }
      const told = await asking('what a webhook is about', async () => await updateOf(event));
      return { genuine: true, event: { id: event.id, type: event.type, ...told } };
    },
  };

  /** Stripe remembers of a key what was asked and answered: for another customer it is another question. */
  async function openPage(
    wanted: Stripe.Checkout.SessionCreateParams,
    { key, customer }: SetupToStart,
  ): Promise<Stripe.Checkout.Session> {
    return await stripe.checkout.sessions.create(wanted, { idempotencyKey: `${key}-${customer}` });
  }

  async function findPayment(payment: LookupKeys): Promise<PaymentAtProvider | null> {
    if (payment.providerId !== null) return await paymentById(payment.providerId);
    const session = await findSession(payment);
    if (session !== null) return await paymentById(session.id);
    const created = { gte: Math.floor(payment.startedAt.getTime() / 1000) - LEEWAY_SECONDS };
    const intents = await stripe.paymentIntents.list({ customer: payment.customer, created, limit: 100 });
    const found = intents.data.find((intent) => isSaved(intent) && intent.metadata[REFERENCE] === payment.reference);
    return found === undefined ? null : await paymentById(found.id);
  }

  async function findSetup(setup: LookupKeys): Promise<SetupAtProvider | null> {
    const id = setup.providerId ?? (await findSession(setup))?.id;
    return id === undefined ? null : setupOfSession(await sessionById(id));
  }

  async function findSession({ customer, reference, startedAt }: LookupKeys): Promise<Stripe.Checkout.Session | null> {
    const created = { gte: Math.floor(startedAt.getTime() / 1000) - LEEWAY_SECONDS };
    const sessions = await stripe.checkout.sessions.list({ customer, created, limit: 100 });
    return sessions.data.find((session) => session.client_reference_id === reference) ?? null;
  }

  /** A payment by the name that we know it by: that of its session, or of its intent. */
  async function paymentById(id: string): Promise<PaymentAtProvider> {
    if (!id.startsWith('cs_')) {
      const intent = await intentById(id);
      return paymentOfIntent(intent, await returnsOf(intent));
    }
    const session = await sessionById(id);
    const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent;
    return paymentOfSession(session, intent === null ? noReturns : await returnsOf(intent));
  }

  async function returnsOf(intent: Stripe.PaymentIntent): Promise<StripeReturns> {
    if (intent.status !== 'succeeded') return noReturns;
    const of = { payment_intent: intent.id, limit: 100 };
    const [refunds, disputes] = await Promise.all([stripe.refunds.list(of), stripe.disputes.list(of)]);
    return { refunds: refunds.data, disputes: disputes.data };
  }

  async function intentIdOf(providerId: string): Promise<string> {
    if (!providerId.startsWith('cs_')) return providerId;
    const { payment_intent: intent } = await sessionById(providerId);
    if (intent === null) throw new Error(`session ${providerId} has no payment intent`);
    return typeof intent === 'string' ? intent : intent.id;
  }

  /** What an event is about, as it stands now. Much of what happens in an account of Stripe is not ours. */
  async function updateOf({ data: { object } }: Stripe.Event): Promise<About> {
    const kind = 'object' in object ? object.object : null;
    if (kind === 'checkout.session') return await updateOfSession(object as Stripe.Checkout.Session);
    if (kind === 'payment_intent') return await updateOfIntent(object as Stripe.PaymentIntent);
    if (kind !== 'charge' && kind !== 'refund' && kind !== 'dispute') return nothing;
    const { payment_intent: of } = object as Stripe.Charge | Stripe.Refund | Stripe.Dispute;
    if (of === null) return nothing;
    return await updateOfIntent(typeof of === 'string' ? await intentById(of) : of);
  }

  async function updateOfSession({ id, mode, metadata }: Stripe.Checkout.Session): Promise<About> {
    if (metadata?.[REFERENCE] === undefined) return nothing;
    return mode === 'setup'
      ? { is: 'setup', setup: setupOfSession(await sessionById(id)) }
      : { is: 'payment', payment: await paymentById(id) };
  }

  async function updateOfIntent(intent: Stripe.PaymentIntent): Promise<About> {
    if (intent.metadata[REFERENCE] === undefined) return nothing;
    if (isSaved(intent)) return { is: 'payment', payment: await paymentById(intent.id) };
    const sessions = await stripe.checkout.sessions.list({ payment_intent: intent.id, limit: 1 });
    const [session] = sessions.data;
    return session === undefined ? nothing : { is: 'payment', payment: await paymentById(session.id) };
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type About = DistributiveOmit<ProviderEvent, 'id' | 'type'>;
const nothing: About = { is: 'nothing' };

function hostedPayment(payment: PaymentToStart): Stripe.Checkout.SessionCreateParams {
  const metadata = { [REFERENCE]: payment.reference };
  const price = {
    currency: payment.currency.toLowerCase(),
    unit_amount: payment.amountCents,
    product_data: { name: payment.description },
  };
  return {
    mode: 'payment',
    ...onStripesPage(payment),
    line_items: [{ quantity: 1, price_data: price }],
    payment_intent_data: { metadata: { ...metadata, farline_way: 'page' }, description: payment.description },
    // A box to tick; without it no card is kept.
    saved_payment_method_options: { payment_method_save: 'enabled' },
    expand: SESSION.slice(0, 2),
  };
}

function hostedSetup(setup: SetupToStart): Stripe.Checkout.SessionCreateParams {
  return { mode: 'setup', ...onStripesPage(setup), expand: SESSION.slice(2) };
}

function onStripesPage({ customer, reference, returnUrl }: SetupToStart): Stripe.Checkout.SessionCreateParams {
  return {
    customer,
    client_reference_id: reference,
    metadata: { [REFERENCE]: reference },
    allowed_payment_method_types: ['card'],
    success_url: returnUrl,
    cancel_url: returnUrl,
  };
}

function savedPayment(
  payment: PaymentToStart & { method: string; payer: 'present' | 'absent' },
): Stripe.PaymentIntentCreateParams {
  return {
    amount: payment.amountCents,
    currency: payment.currency.toLowerCase(),
    customer: payment.customer,
    payment_method: payment.method,
    allowed_payment_method_types: ['card'],
    confirm: true,
    description: payment.description,
    metadata: { [REFERENCE]: payment.reference, farline_way: 'saved' },
    ...(payment.payer === 'absent' ? { off_session: true } : { return_url: payment.returnUrl }),
  };
}

function isSaved(intent: Stripe.PaymentIntent): boolean {
  return intent.metadata['farline_way'] === 'saved';
}

function whyNotGenuine(error: unknown): 'bad_signature' | 'too_old' | 'unreadable' {
  if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) return 'unreadable';
  return error.message.includes('tolerance') ? 'too_old' : 'bad_signature';
}

function hostOf(apiUrl: string | null): { host?: string; port?: number; protocol?: 'http' | 'https' } {
  if (apiUrl === null) return {};
  const { hostname, port, protocol } = new URL(apiUrl);
  const isPlain = protocol === 'http:';
  return {
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? 'http' : 'https',
  };
}

async function asking<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const isUnreachable = UNREACHABLE.some((kind) => error instanceof kind);
    const why = { cause: error, isUnreachable, isCustomerUnknown: isUnknown(error, 'customer') };
    throw new PaymentProviderError(`${what} could not be asked of Stripe`, why);
  }
}
