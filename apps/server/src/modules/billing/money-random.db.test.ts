import { type Micros, micros } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { createWallet } from '../ledger/index.ts';
import { applyNews, centsOf, disputedOf, type Payment, refundedOf } from './payment.ts';
import { type Move, movesOf } from './payment-moves.ts';
import type { Refund } from './payment-returns.ts';
import { type Act, MoneyModel, type Outcome } from './testing/money-model.ts';
import { type Draw, drawing, RandomPayment } from './testing/random-provider.ts';
import { sumOf, takeOldest, unusedParts } from './unused-credit.ts';

const { database } = await testDatabase();
const at = new Date('2026-05-01T12:00:00Z');

const SEED = 20_260_501;
const RUNS = 50;
const OPERATIONS_A_RUN = 2_000;
const WALLETS = 5;
const PAYMENTS = 120;

// Many acts a round trip, so that a hundred thousand operations fit into a test. Each is a call of the ledger's own functions.
await sql`
  create function public.run_acts(acts jsonb) returns jsonb language plpgsql as $$
  declare
    a jsonb;
    outcome text;
    amount bigint;
    outcomes jsonb[] := '{}';
    type text;
    id text;
  begin
    for a in select jsonb_array_elements(acts) loop
      outcome := null;
      amount := null;
      type := split_part(a->>'cause', ' ', 1);
      id := split_part(a->>'cause', ' ', 2);
      case a->>'does'
        when 'post' then
          select p.outcome into outcome from ledger.post_transfer((a->>'transfer')::uuid, type, id, now(), 'USD',
            array[(a->>'wallet')::uuid, null], array[null, a->>'house']::ledger.house_account[],
            array[(a->>'amount')::bigint, -(a->>'amount')::bigint]) p;
        when 'take_back' then
          select p.outcome, p.taken into outcome, amount from ledger.take_back((a->>'transfer')::uuid,
            (a->>'wallet')::uuid, (a->>'amount')::bigint, 'payments', type, id, now()) p;
        when 'pay_owed' then
          select p.outcome, p.paid into outcome, amount from ledger.pay_owed((a->>'transfer')::uuid,
            (a->>'wallet')::uuid, type, id, now()) p;
        when 'place' then
          select p.outcome, p.held into outcome, amount from ledger.place_hold((a->>'hold')::uuid,
            (a->>'wallet')::uuid, (a->>'wanted')::bigint, 1, 'call', a->>'hold', now()) p;
        when 'settle' then
          select p.outcome, p.charged into outcome, amount from ledger.settle_hold((a->>'hold')::uuid,
            (a->>'charge')::bigint, (a->>'transfer')::uuid, 'call', a->>'hold', 'revenue', now()) p;
        when 'release' then
          select p.outcome into outcome from ledger.release_hold((a->>'hold')::uuid, now()) p;
      end case;
      outcomes := outcomes || jsonb_build_object('outcome', outcome, 'amount', amount);
    end loop;
    return to_jsonb(outcomes);
  end $$`.execute(database);

/** One run: wallets with payments at a provider who says everything late, twice and in the wrong order. */
class Run {
  readonly model = new MoneyModel(WALLETS);
  readonly acts: Act[] = [];
  readonly expected: Outcome[] = [];
  readonly #draw: Draw;
  readonly #payments: { ours: Payment; theirs: RandomPayment; wallet: number }[] = [];

  constructor(draw: Draw) {
    this.#draw = draw;
    for (let wallet = 0; wallet < WALLETS; wallet++) this.#do(trial(wallet));
  }

  /** Does one thing at random. */
  operate(): void {
    const chance = this.#draw(100);
    if (chance < 6) return this.#begin();
    if (chance < 28) return this.#any()?.theirs.step();
    if (chance < 62) return this.#hear();
    if (chance < 76) return this.#placeHold();
    if (chance < 90) return this.#closeHold();
    if (chance < 94) return this.#payPlan();
    if (chance < 97) return this.#refundUnused();
    return this.#do({ does: 'pay_owed', wallet: this.#draw(WALLETS), cause: `owed_paid ${newId()}` });
  }

  #begin(): void {
    if (this.#payments.length === PAYMENTS) return;
    const ours = aPayment(micros(BigInt(500 + this.#draw(2_000)) * 10_000n));
    const theirs = new RandomPayment(ours.id, centsOf(ours.amountMicros), this.#draw);
    this.#payments.push({ ours, theirs, wallet: this.#draw(WALLETS) });
  }

  /** News come: whatever was said once. The pure functions decide what moves, as they do for the product. */
  #hear(): void {
    const one = this.#any();
    if (one === undefined) return;
    const before = one.ours;
    one.ours = applyNews(before, one.theirs.tell(), at, () => newId());
    for (const move of movesOf(before, one.ours)) this.#move(one.wallet, move);
  }

  #move(wallet: number, { does, cause: { type, id }, amountMicros }: Move): void {
    const amount = Number(amountMicros);
    const cause = `${type} ${id}`;
    if (does === 'take_back') return this.#do({ does, wallet, amount, cause });
    this.#do({ does: 'post', wallet, amount, house: 'payments', cause });
    this.#do({ does: 'pay_owed', wallet, cause: `owed_paid ${id}` });
  }

  #placeHold(): void {
    this.#do({ does: 'place', wallet: this.#draw(WALLETS), wanted: 1 + this.#draw(8_000_000), hold: newId() });
  }

  #closeHold(): void {
    const open = [...this.model.holds].find(([, hold]) => hold.isOpen);
    if (open === undefined) return;
    const [hold, { amount }] = open;
    if (this.#draw(4) === 0) return this.#do({ does: 'release', hold });
    this.#do({ does: 'settle', hold, charge: this.#draw(amount + 1) });
  }

  #payPlan(): void {
    const amount = -(1 + this.#draw(9_000_000));
    this.#do({ does: 'post', wallet: this.#draw(WALLETS), amount, house: 'revenue', cause: `plan ${newId()}` });
  }

  /** Gives unused credit back as the product does: out of the wallet first, then asked of the provider, who may refuse. */
  #refundUnused(): void {
    const wallet = this.#draw(WALLETS);
    const left = new Map<string, Micros>();
    for (const { ours, wallet: of } of this.#payments) {
      const rest = ours.amountMicros - refundedOf(ours) - disputedOf(ours);
      if (of === wallet && ours.state === 'succeeded') left.set(ours.id, micros(rest > 0n ? rest : 0n));
    }
    const available = this.model.available(wallet);
    const parts = unusedParts(available, this.model.wallet(wallet).credits, left);
    const all = sumOf(parts);
    if (all > available) throw new Error('more would go back than can be spent');
    const wanted = micros(BigInt(this.#draw(Number(all / 10_000n) + 1)) * 10_000n);
    if (takeOldest(parts, micros(all + 10_000n)) !== null) throw new Error('more would go back than is left');
    for (const { paymentId, amountMicros } of takeOldest(parts, wanted) ?? []) {
      const one = this.#payments.find(({ ours }) => ours.id === paymentId);
      if (one === undefined) throw new Error(`no payment ${paymentId}`);
      const facts = { providerId: null, userId: 'user', amountMicros, createdAt: at, endedAt: null };
      const refund: Refund = { id: newId(), state: 'starting', ...facts };
      one.ours = { ...one.ours, refunds: [...one.ours.refunds, refund] };
      const amount = -Number(amountMicros);
      this.#do({ does: 'post', wallet, amount, house: 'payments', cause: `refund ${refund.id}` });
      if (!one.theirs.refund(refund.id, centsOf(amountMicros))) {
        const before = one.ours;
        const refunds = before.refunds.map((each) => (each === refund ? { ...each, state: 'failed' as const } : each));
        one.ours = { ...before, refunds };
        for (const move of movesOf(before, one.ours)) this.#move(wallet, move);
      }
    }
  }

  #any() {
    return this.#payments[this.#draw(Math.max(1, this.#payments.length))];
  }

  #do(act: Act): void {
    this.acts.push(act);
    this.expected.push(this.model.apply(act));
  }
}

const trial = (wallet: number): Act => ({
  ...{ does: 'post', wallet, amount: 2_000_000, house: 'trial_credit' },
  cause: `trial ${newId()}`,
});

function aPayment(amountMicros: Micros): Payment {
  return {
    ...{ id: newId(), accountId: newId(), userId: newId(), walletId: newId(), amountMicros, currency: 'USD' },
    ...{ provider: 'sandbox', purpose: { type: 'top_up', id: null }, methodId: null, card: null, decline: null },
    ...{ refunds: [], disputes: [], createdAt: at, state: 'starting' },
  };
}

async function runActs(acts: Act[], wallets: string[]): Promise<Outcome[]> {
  const written = acts.map((act) => ({
    ...act,
    transfer: newId(),
    ...('wallet' in act ? { wallet: wallets[act.wallet] } : {}),
  }));
  const { rows } = await sql<{ outcomes: Outcome[] }>`
    select public.run_acts(${JSON.stringify(written)}::jsonb) as outcomes`.execute(database);
  return rows[0]?.outcomes ?? [];
}

async function moneyIn(wallets: string[]): Promise<object[]> {
  const { rows } = await sql<{ id: string; balance: bigint; held: bigint; owed: bigint }>`
    select id, balance, held, coalesce(owing.amount, 0)::bigint as owed
    from ledger.wallet left join ledger.owing on owing.wallet_id = wallet.id
    where id = any (${wallets}::uuid[])`.execute(database);
  return wallets.map((id) => {
    const row = rows.find((one) => one.id === id);
    return { balance: Number(row?.balance), held: Number(row?.held), owed: Number(row?.owed) };
  });
}

/** What must be true of the whole ledger after every step; each row of the answer is a breach. */
async function breaches(): Promise<unknown[]> {
  const { rows } = await sql`
    select 'a transfer does not sum to zero' as breach, transfer_id::text as id
      from ledger.entry group by transfer_id, unit having sum(amount) <> 0
    union all
    select 'a wallet was below zero', id::text from ledger.entry where balance_after < 0
    union all
    select 'a wallet is below what it holds', id::text from ledger.wallet where balance < held
    union all
    select 'a balance is not the sum of its entries', id::text
      from ledger.wallet where balance <> (select coalesce(sum(amount), 0) from ledger.entry where wallet_id = wallet.id)
    union all
    select 'a running balance is wrong', id::text from (
      select id, balance_after, sum(amount) over (partition by wallet_id order by id) as running
      from ledger.entry where wallet_id is not null) entries where balance_after <> running
    union all
    select 'what is owed is not what the books say', 'all'
      where (select coalesce(sum(amount), 0) from ledger.owing)
        <> (select coalesce(-sum(amount), 0) from ledger.entry where house_account = 'owed')
    limit 10`.execute(database);
  return rows;
}

test('over a hundred thousand operations on top-ups, calls, refunds, disputes and plans the books balance, and each cause counts once', {
  timeout: 240_000,
}, async () => {
  const draw = drawing(SEED);
  const counted = new Map<string, number>();
  let causes = 0;
  for (let run = 0; run < RUNS; run++) {
    const wallets = Array.from({ length: WALLETS }, () => newId());
    for (const walletId of wallets) await createWallet(database, { walletId, accountId: newId(), unit: 'USD', at });
    const world = new Run(draw);
    for (let operation = 0; operation < OPERATIONS_A_RUN; operation++) world.operate();

    const outcomes = await runActs(world.acts, wallets);

    const first = world.expected.findIndex((one, n) => !isSame(one, outcomes[n]));
    expect({ run, act: world.acts[first], outcome: outcomes[first] }).toEqual({
      run,
      act: world.acts[first],
      outcome: world.expected[first],
    });
    const expected = world.model.wallets.map(({ balance, held, owed }) => ({ balance, held, owed }));
    expect(await moneyIn(wallets)).toEqual(expected);
    causes += world.model.causes.size;
    for (const cause of world.model.causes) {
      const type = cause.split(' ')[0] ?? '';
      counted.set(type, (counted.get(type) ?? 0) + 1);
    }
  }

  expect(RUNS * OPERATIONS_A_RUN).toBeGreaterThanOrEqual(100_000);
  const { rows } = await sql<{ transfers: bigint }>`select count(*) as transfers from ledger.transfer`.execute(
    database,
  );
  expect(Number(rows[0]?.transfers)).toBe(causes);
  expect(await breaches()).toEqual([]);
  // Everything that can happen did, and often.
  for (const type of ['payment', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'owed_paid', 'call', 'plan']) {
    expect(counted.get(type) ?? 0, type).toBeGreaterThan(100);
  }
});

const isSame = (one: Outcome, other: Outcome | undefined) =>
  one.outcome === other?.outcome && one.amount === other.amount;
