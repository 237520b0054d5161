import { createHmac } from 'node:crypto';
import {
  methodSetupReply,
  type MethodSetupView,
  microsOfCents,
  paymentMethodsReply,
  type PaymentMethodView,
  paymentReply,
  type PaymentView,
  refundsReply,
} from '@farline/contracts';
import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { type ApiCustomer, apiCustomer } from '../api-customer.ts';
import { findWalletOf, placeHold, settleHold } from '../../modules/ledger/index.ts';

/** Somebody with an account who adds money to it. */
export async function aPayer(app: { origin: string; database: Database }, options: { dollars?: number } = {}) {
  const customer = await apiCustomer(app, { ...options, trialDollars: 2 });
  return {
    ...customer,
    addFunds: async (amount: number, key = newId(), paymentMethodId?: string): Promise<PaymentView> => {
      const answer = await customer.fetch('/billing/add-funds', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ amount, paymentMethodId }),
      });
      return paymentReply.parse(await answer.json()).payment;
    },
    payment: async (id: string): Promise<PaymentView> =>
      paymentReply.parse((await customer.ask('GET', `/billing/payments/${id}`)).body).payment,
    methods: async (): Promise<PaymentMethodView[]> =>
      paymentMethodsReply.parse((await customer.ask('GET', '/billing/payment-methods')).body).paymentMethods,
    /** Begins to add a method; the card is typed at `addUrl`. */
    addMethod: async (): Promise<MethodSetupView> =>
      methodSetupReply.parse((await customer.ask('POST', '/billing/payment-methods', {})).body).setup,
    setup: async (id: string): Promise<MethodSetupView> =>
      methodSetupReply.parse((await customer.ask('GET', `/billing/payment-methods/setups/${id}`)).body).setup,
    /** What could be given back, and what is owed. */
    refunds: async () => refundsReply.parse((await customer.ask('GET', '/billing/refunds')).body),
    refund: async (body: { amount?: string }, key = newId()): Promise<{ status: number; body: unknown }> => {
      await customer.prove();
      const answer = await customer.fetch('/billing/refunds', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: await answer.json() };
    },
    /** Spends some of the balance, as a call does. Cents. */
    spend: async (cents: number): Promise<void> => {
      const holdId = await hold(app.database, customer, cents);
      const charge = { chargeMicros: microsOfCents(cents), houseAccount: 'revenue' as const };
      const cause = { type: 'call', id: newId() };
      await settleHold(app.database, { holdId, ...charge, cause, at: new Date() });
    },
    /** Sets some of the balance aside, as a call does that has begun. Cents. */
    hold: async (cents: number): Promise<string> => await hold(app.database, customer, cents),
    /** In cents. */
    balance: async (): Promise<number> => {
      const wallet = await findWalletOf(app.database, { accountId: customer.accountId, unit: 'USD' });
      return Number(wallet?.balanceMicros ?? 0n) / 10_000;
    },
    timesBooked: async (id: string): Promise<number> => await count(app.database, customer, id),
  };
}

async function hold(database: Database, { walletId }: ApiCustomer, cents: number): Promise<string> {
  const amount = microsOfCents(cents);
  const wanted = { wantedMicros: amount, leastMicros: amount, cause: { type: 'call', id: newId() }, at: new Date() };
  const placed = await placeHold(database, { walletId, ...wanted });
  if (!placed.allowed) throw new Error(placed.reason);
  return placed.holdId;
}

async function count(database: Database, { walletId }: ApiCustomer, paymentId: string): Promise<number> {
  const { rows } = await sql<{ times: bigint }>`
    select count(*) as times from ledger.entry join ledger.transfer on transfer.id = entry.transfer_id
    where entry.wallet_id = ${walletId} and transfer.cause_type = 'payment' and transfer.cause_id = ${paymentId}`.execute(
    database,
  );
  return Number(rows[0]?.times ?? 0n);
}

/** Sends a webhook as the sandbox provider would, signed with `secret` at `at`. */
export async function sendWebhook(
  origin: string,
  sent: { event: unknown; secret: string; at?: Date },
): Promise<{ status: number; body: unknown }> {
  const body = typeof sent.event === 'string' ? sent.event : JSON.stringify(sent.event);
  const seconds = Math.floor((sent.at ?? new Date()).getTime() / 1000);
  const signature = createHmac('sha256', sent.secret).update(`${seconds}.${body}`).digest('hex');
  const answer = await fetch(`${origin}/api/v1/webhooks/payments/sandbox`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sandbox-signature': `t=${seconds},v1=${signature}` },
    body,
  });
  return { status: answer.status, body: await answer.json() };
}
