import { type DisputeAtProvider, micros, type Micros, microsOfCents, type RefundAtProvider } from '@farline/contracts';

/** Some of a payment that is given back. */
export type Refund = {
  id: string;
  /** Null: the provider has not heard of it, as far as is known. */
  providerId: string | null;
  /** Who asked for it here; null: the provider gave it back by itself. */
  userId: string | null;
  amountMicros: Micros;
  /** `starting` until the provider has answered; of a `failed` one the money is in the wallet again. */
  state: 'starting' | 'pending' | 'succeeded' | 'failed';
  createdAt: Date;
  endedAt: Date | null;
};

/** Some of a payment that the payer's bank took back. */
export type Dispute = {
  id: string;
  providerId: string;
  amountMicros: Micros;
  state: 'open' | 'won' | 'lost';
  openedAt: Date;
  closedAt: Date | null;
};

type Arrival = { at: Date; newId: () => string };

/** A bank may correct itself for the payer's provider, and never against: what was won stays so. */
const REFUND_HOW_FAR = { starting: 0, pending: 1, succeeded: 2, failed: 3 } as const;
const DISPUTE_HOW_FAR = { open: 0, lost: 1, won: 2 } as const;

/** What was given back and taken back of a payment of this amount. */
export type Returns = { refunds: Refund[]; disputes: Dispute[] };

/**
 * The returns after an update of them, in whatever order they come: the same lists when they say nothing new. Of what the
 * provider gives back by itself and of what a bank takes, no more counts than is left of the payment.
 */
export function applyReturns(
  payment: Returns & { amountMicros: Micros },
  update: { refunds: RefundAtProvider[]; disputes: DisputeAtProvider[] },
  arrival: Arrival,
): Returns {
  // What is known first: a refund that failed and a dispute that was won leave more.
  const known = {
    refunds: furtherRefunds(payment.refunds, update.refunds, arrival.at),
    disputes: furtherDisputes(payment.disputes, update.disputes, arrival.at),
  };
  return addDisputes(payment.amountMicros, addRefunds(payment.amountMicros, known, update, arrival), update, arrival);
}

function furtherRefunds(known: Refund[], update: RefundAtProvider[], at: Date): Refund[] {
  let refunds = known;
  for (const told of update) {
    const before = refunds.find(isRefund(told));
    if (before === undefined || REFUND_HOW_FAR[told.state] <= REFUND_HOW_FAR[before.state]) continue;
    const endedAt = told.state === 'pending' ? null : at;
    const next: Refund = { ...before, providerId: told.providerId, state: told.state, endedAt };
    refunds = refunds.map((one) => (one === before ? next : one));
  }
  return refunds;
}

function furtherDisputes(known: Dispute[], update: DisputeAtProvider[], at: Date): Dispute[] {
  let disputes = known;
  for (const { providerId, state } of update) {
    const before = disputes.find((one) => one.providerId === providerId);
    if (before === undefined || DISPUTE_HOW_FAR[state] <= DISPUTE_HOW_FAR[before.state]) continue;
    const next: Dispute = { ...before, state, closedAt: state === 'open' ? null : at };
    disputes = disputes.map((one) => (one === before ? next : one));
  }
  return disputes;
}

function addRefunds(
  paid: Micros,
  known: Returns,
  update: { refunds: RefundAtProvider[] },
  { at, newId }: Arrival,
): Returns {
  let { refunds } = known;
  for (const told of update.refunds) {
    // It failed before anybody here heard of it: no money moved.
    if (refunds.some(isRefund(told)) || told.state === 'failed') continue;
    const { providerId, state } = told;
    const amountMicros = least(told.amountCents, leftOf(paid, { ...known, refunds }));
    if (amountMicros === 0n) continue;
    const endedAt = state === 'pending' ? null : at;
    refunds = [...refunds, { id: newId(), providerId, userId: null, amountMicros, state, createdAt: at, endedAt }];
  }
  return { ...known, refunds };
}

function addDisputes(
  paid: Micros,
  known: Returns,
  update: { disputes: DisputeAtProvider[] },
  { at, newId }: Arrival,
): Returns {
  let { disputes } = known;
  for (const { providerId, amountCents, state } of update.disputes) {
    if (disputes.some((one) => one.providerId === providerId)) continue;
    // One that was won takes nothing; it is kept so that a late update of it takes nothing either.
    const amountMicros = least(amountCents, state === 'won' ? paid : leftOf(paid, { ...known, disputes }));
    if (amountMicros === 0n) continue;
    const closedAt = state === 'open' ? null : at;
    disputes = [...disputes, { id: newId(), providerId, amountMicros, state, openedAt: at, closedAt }];
  }
  return { ...known, disputes };
}

const isRefund = (told: RefundAtProvider) => (one: Refund) =>
  one.id === told.reference || one.providerId === told.providerId;

/** What is left of a payment. A refund of which the provider may not have heard has not lessened it there. */
function leftOf(paid: Micros, { refunds, disputes }: Returns): bigint {
  const given = refunds.filter(({ state }) => state === 'pending' || state === 'succeeded');
  const taken = disputes.filter(({ state }) => state !== 'won');
  return [...given, ...taken].reduce((left, { amountMicros }) => left - amountMicros, paid as bigint);
}

function least(cents: number, left: bigint): Micros {
  const told = microsOfCents(cents);
  return micros(told < left ? told : left > 0n ? left : 0n);
}
