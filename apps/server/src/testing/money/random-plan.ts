import { micros } from '@farline/contracts';
import { newId } from '../../platform/ids.ts';
import { BASIC, type Plan, type Subscription } from '../../modules/plans/plan.ts';
import { addedGrants, nextPeriod, type PlanChange, planChange, wholeGrants } from '../../modules/plans/plan-change.ts';
import type { Draw } from './random-provider.ts';

const DAY_MS = 86_400_000;
const GRACE_MS = 3 * DAY_MS;

const plan = (id: string, priceMicros: bigint, seconds: number): Plan => ({
  id,
  name: id,
  priceMicros: micros(priceMicros),
  currency: 'USD',
  rateTable: null,
  includedMessages: 0,
  minutes: seconds === 0 ? [] : [{ group: 'europe', seconds }],
  isOffered: true,
  isSample: true,
});
const PLANS = [plan(BASIC, 0n, 0), plan('plus', 5_000_000n, 12_000), plan('pro', 15_000_000n, 60_000)] as const;

/** What a plan does to money and minutes. `pay` answers whether the money covered it; then the minutes are filled. */
export type PlanMovements = {
  pay: (amount: number, cause: string) => boolean;
  fill: (seconds: number, cause: string, expiresAt: Date) => void;
  /** The minutes of the period before are over. */
  expire: (at: Date) => void;
};

/** A wallet's plan, changed at random by the product's own arithmetic. */
export class RandomPlan {
  #subscription: Subscription | null = null;
  #now: Date;
  readonly #draw: Draw;
  readonly #movements: PlanMovements;

  constructor(from: Date, draw: Draw, movements: PlanMovements) {
    this.#now = from;
    this.#draw = draw;
    this.#movements = movements;
  }

  /** Days pass, and what is due is done; then a plan is asked for. */
  step(): void {
    this.#now = new Date(this.#now.getTime() + this.#draw(9) * DAY_MS + this.#draw(DAY_MS));
    this.#renew();
    const to = PLANS[this.#draw(PLANS.length)] ?? PLANS[0];
    const from = planOf(this.#subscription?.planId ?? BASIC);
    const change = planChange(this.#subscription, { from, to }, this.#now);
    if (change !== null) this.#apply(change);
  }

  #renew(): void {
    const before = this.#subscription;
    if (before === null || before.period.to > this.#now) return;
    this.#movements.expire(this.#now);
    const plan = planOf(before.nextPlanId ?? before.planId);
    if (plan.priceMicros === 0n) {
      this.#subscription = null;
      return;
    }
    const renewed: Subscription = {
      ...before,
      ...nextPeriod(before, this.#now),
      planId: plan.id,
      nextPlanId: null,
      unpaid: null,
    };
    if (this.#begin(renewed, plan)) return;
    const unpaid = before.unpaid ?? { since: this.#now, graceTo: new Date(this.#now.getTime() + GRACE_MS) };
    this.#subscription = unpaid.graceTo <= this.#now ? null : { ...before, unpaid };
  }

  #apply(change: PlanChange): void {
    const before = this.#subscription;
    if (change.kind === 'start') {
      const [accountId, at] = [newId(), this.#now];
      const begun: Subscription = {
        id: newId(),
        accountId,
        planId: change.to.id,
        ownRateTable: 'sample',
        startedAt: at,
        anchorAt: at,
        periodNumber: 1,
        period: change.period,
        nextPlanId: null,
        unpaid: null,
      };
      this.#begin(begun, change.to);
      return;
    }
    if (before === null) throw new Error(`${change.kind} of no plan`);
    switch (change.kind) {
      case 'pay':
        this.#begin({ ...before, ...nextPeriod(before, this.#now), unpaid: null }, change.to);
        return;
      case 'upgrade': {
        const cause = newId();
        if (!this.#pay(change.dueMicros, cause)) return;
        this.#subscription = { ...before, planId: change.to.id, nextPlanId: null };
        for (const { units } of addedGrants(change, change)) this.#movements.fill(units, cause, change.period.to);
        return;
      }
      case 'later':
      case 'keep':
        this.#subscription = { ...before, nextPlanId: change.kind === 'later' ? change.to.id : null };
        return;
      case 'end':
        this.#subscription = null;
    }
  }

  /** A whole period: paid, and what it includes filled; or nothing is as it would be. */
  #begin(subscription: Subscription, plan: Plan): boolean {
    const cause = newId();
    if (!this.#pay(plan.priceMicros, cause)) return false;
    // What is left of a plan that another one replaces lasts as long as it would have.
    this.#subscription = subscription;
    for (const { units } of wholeGrants(plan)) this.#movements.fill(units, cause, subscription.period.to);
    return true;
  }

  #pay(dueMicros: bigint, cause: string): boolean {
    return dueMicros === 0n || this.#movements.pay(Number(dueMicros), `plan ${cause}`);
  }
}

function planOf(id: string): Plan {
  const found = PLANS.find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no plan ${id}`);
  return found;
}
