import { centsOf, micros, type Micros, microsOfCents } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { testDatabase } from '../test-database.ts';
import { applyProviderUpdate, disputedOf, type Payment, refundedOf } from '../../modules/payments/record/payment.ts';
import { type MoneyMovement, moneyMovementsOf } from '../../modules/payments/record/money-movements.ts';
import type { Refund } from '../../modules/payments/record/payment-returns.ts';
import { breaches, prepareActs, runActs } from './money-acts.ts';
import type { Outcome } from '../../modules/ledger/testing/ledger-model.ts';
import { type Act, MoneyModel } from './money-model.ts';
import { type PlanMovements, RandomPlan } from './random-plan.ts';
import { type Draw, drawing, RandomPayment } from './random-provider.ts';
import { sumOf, takeOldest, unusedParts } from '../../modules/payments/refunds/unused-credit.ts';

const { database } = await testDatabase();
const at = new Date('2026-05-01T12:00:00Z');

const SEED = 20_260_501;
const RUNS = 50;
const ACTS_A_RUN = 2_000;
const WALLETS = 5;
const PAYMENTS = 120;
const MINUTES = 'seconds:europe';

await prepareActs(database);

/** One run: wallets with payments at a provider who says everything late, twice and in the wrong order. */
class Run {
  readonly model = new MoneyModel();
  readonly acts: Act[] = [];
  readonly expected: Outcome[] = [];
  /** Acts that did something; any may come again. */
  readonly #done: Act[] = [];
  readonly #draw: Draw;
  readonly #payments: { ours: Payment; theirs: RandomPayment; wallet: number }[] = [];
  readonly #plans: RandomPlan[] = [];
  /** Wallets of minutes that are not over, by the wallet of the money that paid them. */
  readonly #minutes = new Map<number, { wallet: number; expiresAt: Date }[]>();

  constructor(draw: Draw) {
    this.#draw = draw;
    for (let wallet = 0; wallet < WALLETS; wallet++) {
      this.#do({ does: 'open', wallet, unit: 'USD', expiresAt: null });
      this.#do(gift(wallet));
      this.#plans.push(new RandomPlan(at, draw, this.#planMovements(wallet)));
    }
  }

  /** Does one thing at random. */
  operate(): void {
    const chance = this.#draw(100);
    if (chance < 6) return this.#begin();
    if (chance < 28) return this.#any()?.theirs.step();
    if (chance < 58) return this.#hear();
    if (chance < 70) return this.#placeHold();
    if (chance < 77) return this.#enlargeHold();
    if (chance < 89) return this.#closeHold();
    if (chance < 94) return this.#plans[this.#draw(WALLETS)]?.step();
    if (chance < 96) return this.#refundUnused();
    if (chance < 98) return this.#answerLate();
    this.#payOwed(this.#draw(WALLETS), newId());
  }

  /** A call that was answered after its end has nothing held for it any more: what the wallet does not have is owed of a charge. */
  #answerLate(): void {
    const [wallet, amount] = [this.#draw(WALLETS), 1 + this.#draw(4_000_000)];
    this.#do({ does: 'take_back', wallet, amount, house: 'revenue', cause: `call ${newId()}` });
  }

  /** What is owed of charges first; now and then by one that does not tell them apart, as a server of the release before does. */
  #payOwed(wallet: number, id: string): void {
    if (this.#draw(10) > 0) this.#do({ does: 'pay_owed', wallet, chargesAlone: true, cause: `owed_charge_paid ${id}` });
    this.#do({ does: 'pay_owed', wallet, chargesAlone: false, cause: `owed_paid ${id}` });
  }

  #begin(): void {
    if (this.#payments.length === PAYMENTS) return;
    const ours = aPayment(microsOfCents(500 + this.#draw(2_000)));
    const theirs = new RandomPayment(ours.id, centsOf(ours.amountMicros), this.#draw);
    this.#payments.push({ ours, theirs, wallet: this.#draw(WALLETS) });
  }

  /** Updates come: whatever was said once. The pure functions decide what moves, as they do for the product. */
  #hear(): void {
    const one = this.#any();
    if (one === undefined) return;
    const before = one.ours;
    one.ours = applyProviderUpdate(before, one.theirs.tell(), at, () => newId());
    for (const movement of moneyMovementsOf(before, one.ours)) this.#move(one.wallet, movement);
  }

  #move(wallet: number, { does, cause: { type, id }, amountMicros }: MoneyMovement): void {
    const amount = Number(amountMicros);
    const cause = `${type} ${id}`;
    if (does === 'take_back') return void this.#do({ does, wallet, amount, house: 'payments', cause });
    this.#post({ wallet, amount, house: 'payments', cause });
    this.#payOwed(wallet, id);
  }

  #placeHold(): void {
    const minutes = [...this.#minutes.values()].flat();
    const included = this.#draw(3) === 0 ? minutes[this.#draw(Math.max(1, minutes.length))] : undefined;
    const wallet = included?.wallet ?? this.#draw(WALLETS);
    this.#do({ does: 'place', wallet, wanted: 1 + this.#draw(8_000_000), hold: newId() });
  }

  #enlargeHold(): void {
    const [hold, open] = this.#openHold() ?? [];
    if (hold === undefined || open === undefined) return;
    this.#do({ does: 'enlarge', wallet: open.wallet, wanted: 1 + this.#draw(3_000_000), hold, key: newId() });
  }

  #closeHold(): void {
    const [hold, open] = this.#openHold() ?? [];
    if (hold === undefined || open === undefined) return;
    const { wallet, amount } = open;
    if (this.#draw(4) === 0) return void this.#do({ does: 'release', wallet, hold });
    const house = wallet < WALLETS ? 'revenue' : 'allowance_used';
    this.#do({ does: 'settle', wallet, hold, charge: this.#draw(amount + 1), house });
  }

  #openHold() {
    const open = [...this.model.holds].filter(([, { state }]) => state === 'open');
    return open[this.#draw(Math.max(1, open.length))];
  }

  #planMovements(wallet: number): PlanMovements {
    return {
      pay: (amount, cause) => this.#post({ wallet, amount: -amount, house: 'revenue', cause }).outcome === 'posted',
      fill: (seconds, cause, expiresAt) => {
        const filled = this.#minutesTo(wallet, expiresAt);
        const granted = { amount: seconds * 1_000_000, unit: MINUTES, house: 'allowance_granted' as const };
        this.#post({ wallet: filled, ...granted, cause: `allowance ${cause}` });
      },
      expire: (now) => {
        for (const { wallet: over, expiresAt } of this.#minutes.get(wallet) ?? []) {
          if (expiresAt <= now) this.#do({ does: 'expire', wallet: over, at: now.toISOString() });
        }
        // What a call holds of them is given back to the old wallet, which is looked at again.
        const left = this.#minutes.get(wallet)?.filter((one) => {
          return one.expiresAt > now || this.model.wallet(one.wallet).balance > 0;
        });
        this.#minutes.set(wallet, left ?? []);
      },
    };
  }

  /** The wallet of minutes that end then: a new one, or the one that the period has. */
  #minutesTo(wallet: number, expiresAt: Date): number {
    const before = this.#minutes.get(wallet) ?? [];
    const there = before.find((one) => one.expiresAt.getTime() === expiresAt.getTime());
    if (there !== undefined) return there.wallet;
    const opened = this.model.wallets.length;
    this.#do({ does: 'open', wallet: opened, unit: MINUTES, expiresAt: expiresAt.toISOString() });
    this.#minutes.set(wallet, [...before, { wallet: opened, expiresAt }]);
    return opened;
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
    const wanted = microsOfCents(this.#draw(centsOf(all) + 1));
    if (takeOldest(parts, micros(all + 10_000n)) !== null) throw new Error('more would go back than is left');
    for (const { paymentId, amountMicros } of takeOldest(parts, wanted) ?? []) {
      const one = this.#payments.find(({ ours }) => ours.id === paymentId);
      if (one === undefined) throw new Error(`no payment ${paymentId}`);
      const facts = { providerId: null, userId: 'user', amountMicros, createdAt: at, endedAt: null };
      const refund: Refund = { id: newId(), state: 'starting', ...facts };
      one.ours = { ...one.ours, refunds: [...one.ours.refunds, refund] };
      const amount = -Number(amountMicros);
      this.#post({ wallet, amount, house: 'payments', cause: `refund ${refund.id}` });
      if (!one.theirs.refund(refund.id, centsOf(amountMicros))) {
        const before = one.ours;
        const refunds = before.refunds.map((each) => (each === refund ? { ...each, state: 'failed' as const } : each));
        one.ours = { ...before, refunds };
        for (const movement of moneyMovementsOf(before, one.ours)) this.#move(wallet, movement);
      }
    }
  }

  #any() {
    return this.#payments[this.#draw(Math.max(1, this.#payments.length))];
  }

  #post(posted: Omit<Extract<Act, { does: 'post' }>, 'does' | 'unit'> & { unit?: string }): Outcome {
    return this.#do({ does: 'post', unit: 'USD', ...posted });
  }

  /** Does it, and now and then something that was done before once more. */
  #do(act: Act): Outcome {
    const outcome = this.#write(act);
    if (MOVED.has(outcome.outcome)) this.#done.push(act);
    const again = this.#draw(8) === 0 ? this.#done[this.#draw(Math.max(1, this.#done.length))] : undefined;
    if (again !== undefined) {
      const { outcome: word } = this.#write(again);
      // Of a hold that has ended meanwhile, the ledger says that, and does nothing either.
      if (word !== 'repeat' && word !== 'hold_closed') throw new Error(`${again.does} once more: ${word}`);
    }
    return outcome;
  }

  #write(act: Act): Outcome {
    const outcome = this.model.apply(act);
    this.acts.push(act);
    this.expected.push(outcome);
    return outcome;
  }
}

/** Outcomes of acts that moved something, and have a cause of their own. */
const MOVED = new Set(['posted', 'held', 'enlarged', 'settled', 'released']);

const gift = (wallet: number): Act => ({
  ...{ does: 'post', wallet, unit: 'USD', amount: 2_000_000, house: 'operator_credit' },
  cause: `gift ${newId()}`,
});

function aPayment(amountMicros: Micros): Payment {
  return {
    ...{ id: newId(), accountId: newId(), userId: newId(), walletId: newId(), amountMicros, currency: 'USD' },
    ...{ provider: 'sandbox', purpose: { type: 'top_up', id: null }, methodId: null, card: null, decline: null },
    ...{ refunds: [], disputes: [], createdAt: at, state: 'starting' },
  };
}

async function moneyIn(wallets: string[]): Promise<object[]> {
  const { rows } = await sql<{ id: string; balance: bigint; held: bigint; owed: bigint; charges: bigint }>`
    select id, balance, held, coalesce(owing.amount, 0)::bigint as owed, coalesce(owing.of_charges, 0)::bigint as charges
    from ledger.wallet left join ledger.owing on owing.wallet_id = wallet.id
    where id = any (${wallets}::uuid[])`.execute(database);
  return wallets.map((id) => {
    const { balance, held, owed, charges } = rows.find((one) => one.id === id) ?? {};
    return { balance: Number(balance), held: Number(held), owed: Number(owed), ofCharges: Number(charges) };
  });
}

test('over a hundred thousand operations on top-ups, calls, refunds, disputes and plans the books balance, and each cause counts once', {
  timeout: 600_000,
}, async () => {
  const draw = drawing(SEED);
  const counted = new Map<string, number>();
  const count = (word: string) => counted.set(word, (counted.get(word) ?? 0) + 1);
  let [acts, causes] = [0, 0];
  for (let run = 0; run < RUNS; run++) {
    const world = new Run(draw);
    while (world.acts.length < ACTS_A_RUN) world.operate();
    const wallets = world.model.wallets.map(() => newId());

    const outcomes = await runActs(database, world.acts, wallets);

    const first = world.expected.findIndex((one, n) => !isSame(one, outcomes[n]));
    expect({ run, act: world.acts[first], outcome: outcomes[first] }).toEqual({
      run,
      act: world.acts[first],
      outcome: world.expected[first],
    });
    expect(world.model.wallets).toMatchObject(await moneyIn(wallets));
    acts += outcomes.length;
    causes += world.model.causes.size;
    for (const cause of world.model.causes.keys()) count(cause.split(' ')[0] ?? '');
    for (const { outcome } of outcomes) count(outcome);
  }

  expect(acts).toBeGreaterThanOrEqual(100_000);
  const { rows } = await sql<{ transfers: bigint }>`select count(*) as transfers from ledger.transfer`.execute(
    database,
  );
  expect(Number(rows[0]?.transfers)).toBe(causes);
  expect(await breaches(database)).toEqual([]);
  // Everything that can happen did, and often.
  const kinds = [
    'payment',
    'refund',
    'refund_failed',
    'dispute',
    'dispute_won',
    'owed_paid',
    'owed_charge_paid',
    'call',
    'plan',
  ];
  for (const word of [...kinds, 'allowance', 'allowance_expired', 'enlarged', 'released', 'out_of_credit']) {
    expect(counted.get(word) ?? 0, word).toBeGreaterThan(100);
  }
  expect(counted.get('repeat')).toBeGreaterThan(5_000);
});

const isSame = (one: Outcome, other: Outcome | undefined) =>
  one.outcome === other?.outcome && one.amount === other.amount;
