import { centsOf, micros, type Micros, microsOfCents, type PaymentProvider } from '@farline/contracts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { testDatabase } from '../test-database.ts';
import type { Account } from '../../modules/accounts/index.ts';
import { placeHold, releaseHold, settleHold } from '../../modules/ledger/index.ts';
import { askForRefunds } from '../../modules/payments/refunds/ask-to-refund.ts';
import { insertPayment } from '../../modules/payments/record/payments-store.ts';
import { refundUnused } from '../../modules/payments/refunds/refund-unused.ts';
import { takeProviderUpdate } from '../../modules/payments/updates/take-provider-update.ts';
import { breaches } from './money-acts.ts';
import { planWorld } from './plan-world.ts';
import { drawing, RandomPayment } from './random-provider.ts';

const { database } = await testDatabase({ poolSize: 8 });
const draw = drawing(20_260_502);
const world = planWorld(database);
const deps = { database, clock: world.clock, log: pino({ level: 'silent' }), publicUrl: 'http://127.0.0.1' };

const OPERATIONS = 2_000;
const AT_ONCE = 6;
const ACCOUNTS = 4;
const PAYMENTS = 60;

type Person = { account: Account; userId: string };
type Begun = { id: string; account: Account; theirs: RandomPayment };
const people = await Promise.all(Array.from({ length: ACCOUNTS }, async () => await aPerson()));
const payments: Begun[] = [];
const events: { event: { id: string; type: string }; update: ReturnType<RandomPayment['tell']> }[] = [];
const holds: { account: Account; holdId: string; amountMicros: Micros; cause: { type: string; id: string } }[] = [];
const refusals = new Set<string>();

/** A provider who gives back what is left of a payment; now and then its answer is lost. */
const asked = new Map<string, boolean>();
const nobody = async () => await Promise.reject(new Error('this is not asked here'));
const provider: PaymentProvider = {
  name: 'sandbox',
  openCustomer: nobody,
  startPayment: nobody,
  payWithSavedMethod: nobody,
  startSetup: nobody,
  findSetup: nobody,
  removeMethod: nobody,
  readWebhook: nobody,
  findPayment: async ({ reference }) => payments.find(({ id }) => id === reference)?.theirs.said.at(-1) ?? null,
  refund: async ({ key, reference, payment, amountCents }) => {
    const theirs = payments.find(({ id }) => id === payment.reference)?.theirs;
    if (theirs === undefined) throw new Error(`no payment ${payment.reference}`);
    const isGiven = asked.get(key) ?? theirs.refund(reference, amountCents);
    asked.set(key, isGiven);
    if (draw(6) === 0) throw new Error('the answer was lost');
    return isGiven ? (theirs.said.at(-1) ?? null) : null;
  },
};

/** One thing at random, through what the product does for a request, a webhook or a worker. */
async function operate(): Promise<void> {
  const chance = draw(100);
  const person = anyOf(people);
  if (person === undefined) throw new Error('nobody is there');
  if (chance < 6) return await beginPayment(person);
  if (chance < 20) return anyOf(payments)?.theirs.step();
  if (chance < 60) return await hear();
  if (chance < 70) return await refused(world.change(person.account, anyOf(['basic', 'plus', 'pro']) ?? 'basic'));
  if (chance < 78) return await giveBack(person);
  if (chance < 86) return await beginCall(person);
  if (chance < 94) return await endCall();
  if (chance < 96) return await askForRefunds(deps, provider);
  if (chance < 98) return await world.renew();
  return await world.expire();
}

async function aPerson(): Promise<Person> {
  const account = await world.account(12);
  const { rows } = await sql<{ id: string }>`
    select id from accounts.user where account_id = ${account.id}`.execute(database);
  return { account, userId: rows[0]?.id ?? '' };
}

async function beginPayment({ account, userId }: Person): Promise<void> {
  if (payments.length >= PAYMENTS) return;
  const id = newId();
  const amountMicros = microsOfCents(500 + draw(2_000));
  const createdAt = world.clock.now();
  await insertPayment(database, {
    payment: {
      id,
      accountId: account.id,
      userId,
      walletId: account.walletId,
      amountMicros,
      currency: 'USD',
      provider: 'sandbox',
      purpose: { type: 'top_up', id: null },
      methodId: null,
      card: null,
      decline: null,
      refunds: [],
      disputes: [],
      createdAt,
      state: 'starting',
    },
    requestKey: null,
    lookAt: createdAt,
  });
  payments.push({ id, account, theirs: new RandomPayment(id, centsOf(amountMicros), draw) });
}

/** Updates come: new ones, old ones, and the very webhook that came before. */
async function hear(): Promise<void> {
  const one = anyOf(payments);
  if (one === undefined) return;
  const told = { event: { id: newId(), type: 'payment.changed' }, update: one.theirs.tell() };
  const heard = draw(4) === 0 ? (anyOf(events) ?? told) : told;
  events.push(heard);
  const twice = draw(3) === 0 ? [heard, heard] : [heard];
  await Promise.all(twice.map(async (each) => await takeProviderUpdate(deps, { provider: 'sandbox', ...each })));
}

async function giveBack({ account, userId }: Person): Promise<void> {
  const amountMicros = draw(3) === 0 ? null : microsOfCents(1 + draw(1_500));
  const key = newId();
  const ask = async () => await refused(refundUnused(deps, provider, { account, userId, amountMicros, key }));
  await Promise.all(draw(3) === 0 ? [ask(), ask()] : [ask()]);
}

async function beginCall({ account }: Person): Promise<void> {
  const cause = { type: 'call', id: newId() };
  const [wantedMicros, at] = [micros(BigInt(1 + draw(3_000_000))), world.clock.now()];
  const placed = await placeHold(database, {
    walletId: account.walletId,
    wantedMicros,
    leastMicros: micros(1n),
    cause,
    at,
  });
  if (placed.allowed) holds.push({ account, holdId: placed.holdId, amountMicros: placed.heldMicros, cause });
}

async function endCall(): Promise<void> {
  const [call] = holds.splice(draw(Math.max(1, holds.length)), 1);
  if (call === undefined) return;
  const { holdId, cause } = call;
  const at = world.clock.now();
  if (draw(4) === 0) return void (await releaseHold(database, { holdId, at }));
  const chargeMicros = micros(BigInt(draw(Number(call.amountMicros) + 1)));
  const settle = async () => await settleHold(database, { holdId, chargeMicros, cause, houseAccount: 'revenue', at });
  await Promise.all(draw(3) === 0 ? [settle(), settle()] : [settle()]);
}

/** A refusal is an answer too: it must have changed nothing, which the sums show. Anything else is a fault. */
async function refused(asking: Promise<unknown>): Promise<void> {
  try {
    await asking;
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
    if (!EXPECTED.has(code)) throw error;
    refusals.add(code);
  }
}
const EXPECTED = new Set([
  ...['plan_not_covered', 'already_on_plan', 'plan_change_planned', 'plan_renewal_under_way'],
  ...['nothing_to_refund', 'refund_too_large'],
]);

function anyOf<T>(all: readonly T[]): T | undefined {
  return all[draw(Math.max(1, all.length))];
}

/** What a wallet has, less what it owes, is what everything written beside the ledger says. */
async function disagreements(): Promise<unknown[]> {
  const { rows } = await sql`
    select wallet.account_id, wallet.balance - coalesce(owing.amount, 0) as has, said.amount as said
    from ledger.wallet left join ledger.owing on owing.wallet_id = wallet.id
    cross join lateral (select
      12000000
      + (select coalesce(sum(amount), 0) from billing.payment where wallet_id = wallet.id and state = 'succeeded')
      - (select coalesce(sum(amount), 0) from billing.refund where account_id = wallet.account_id and state <> 'failed')
      - (select coalesce(sum(amount), 0) from billing.dispute where account_id = wallet.account_id and state <> 'won')
      - (select coalesce(sum(amount), 0) from billing.plan_charge where account_id = wallet.account_id)
      - (select coalesce(sum(charged), 0) from ledger.hold where wallet_id = wallet.id) as amount
    ) said
    where unit = 'USD' and wallet.balance - coalesce(owing.amount, 0) <> said.amount`.execute(database);
  return rows;
}

test('whatever comes at once through what the product does, the books balance after it, and each cause counts once', {
  timeout: 600_000,
}, async () => {
  for (let done = 0; done < OPERATIONS; done += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, operate));
    if (draw(12) === 0) world.passDays(draw(9));
    expect({ done, breaches: await breaches(database) }).toEqual({ done, breaches: [] });
    expect({ done, disagreements: await disagreements() }).toEqual({ done, disagreements: [] });
  }

  // What was under way comes to its end: refunds whose answer was lost, and the last update of each payment.
  for (let times = 0; times < 20; times++) {
    world.passDays(1);
    await askForRefunds(deps, provider);
  }
  for (const { theirs } of payments) {
    const update = theirs.said.at(-1);
    if (update !== undefined) await takeProviderUpdate(deps, { provider: 'sandbox', update, event: null });
  }
  expect(await breaches(database)).toEqual([]);
  expect(await disagreements()).toEqual([]);
  const { rows } = await sql<{ cause_type: string }>`select distinct cause_type from ledger.transfer`.execute(database);
  const kinds = ['payment', 'refund', 'refund_failed', 'dispute', 'owed_paid', 'call', 'plan'];
  expect(rows.map((row) => row.cause_type)).toEqual(expect.arrayContaining(kinds));
  expect(refusals.size).toBeGreaterThan(2);
});
