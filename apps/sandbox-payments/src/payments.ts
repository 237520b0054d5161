import { type Journal, JournalUnwritable, type Fact, type ShopEvent } from './journal.ts';
import { markOf } from './card-mark.ts';
import {
  arrive,
  cancel,
  confirm,
  decide,
  dispute,
  type UsedCard,
  type Payment,
  payWith,
  refund,
  type SavedMethod,
  type Step,
} from './payment.ts';
import type { TestCard } from './test-cards.ts';
import { isPast, newToken } from './token.ts';

export type NewPayment = Pick<
  Payment,
  'amountCents' | 'currency' | 'reference' | 'description' | 'customer' | 'returnUrl'
>;
/** What else is written with a change, in the same line: the answer to an idempotency key. */
type Also = (payment: Payment) => Fact[];

/** A page that nobody has paid on is closed after so long. */
const OPEN_FOR_MS = 24 * 60 * 60_000;
/** The longest wait that a timer can take. */
const MOST_WAIT_MS = 2 ** 31 - 1;
/** What the disk did not take is tried again after so long. */
const AGAIN_MS = 1_000;

type PaymentsDeps = {
  send: (event: ShopEvent) => void;
  now: () => Date;
  lateMs: number;
  log: (sentence: string) => void;
};

/** What can be done with payments. Each change is in the journal, with what the shop is told of it, before it is answered. */
export class Payments {
  readonly #journal: Journal;
  readonly #deps: PaymentsDeps;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(journal: Journal, deps: PaymentsDeps) {
    this.#journal = journal;
    this.#deps = deps;
    for (const payment of journal.payments.values()) this.#await(payment);
  }

  find(id: string): Payment | null {
    const payment = this.#journal.payments.get(id);
    if (payment === undefined) return null;
    const isOver = this.#deps.now().getTime() - new Date(payment.createdAt).getTime() > OPEN_FOR_MS;
    return isOver ? this.#keep(cancel(payment)) : payment;
  }

  /** The newest payment that the shop calls so. */
  findByReference(reference: string): Payment | null {
    const found = [...this.#journal.payments.values()].findLast((payment) => payment.reference === reference);
    return found === undefined ? null : this.find(found.id);
  }

  method(id: string): SavedMethod | null {
    return this.#journal.methods.get(id) ?? null;
  }

  methodsOf(customer: string): SavedMethod[] {
    return [...this.#journal.methods.values()].filter((method) => method.customer === customer);
  }

  removeMethod(id: string): void {
    this.#journal.write([{ is: 'method_removed', id }]);
  }

  /** Opens a payment; with a saved method, it is paid at once, whether its payer is there or not. */
  open(wanted: NewPayment, saved: { method: SavedMethod; payer: 'present' | 'absent' } | null, also: Also): Payment {
    const payment: Payment = {
      ...wanted,
      id: newToken('pay'),
      state: 'open',
      card: null,
      method: null,
      decline: null,
      refunds: [],
      disputes: [],
      succeedsAt: null,
      createdAt: this.#deps.now().toISOString(),
    };
    if (saved === null) return this.#keep({ payment, tells: [] }, also);
    const { method } = saved;
    const hasExpired = isPast(method.card.expires, this.#deps.now());
    const card: UsedCard = {
      mark: method.card,
      outcome: hasExpired ? { kind: 'declined', reason: 'expired_card' } : method.outcome,
      method: method.id,
      from: saved.payer === 'present' ? 'saved_method' : 'saved_method_of_absent',
    };
    return this.#keep(payWith(payment, card, this.#at()), also);
  }

  /** A card is used on an open payment; of its number the last four stay. */
  pay(payment: Payment, card: TestCard, more: { expires: string; isKept: boolean }): Payment {
    const mark = markOf(card, more.expires);
    const kept: SavedMethod | null =
      more.isKept && payment.customer !== null && card.outcome.kind !== 'declined'
        ? {
            id: newToken('method'),
            customer: payment.customer,
            card: mark,
            outcome: card.outcome,
            savedAt: this.#deps.now().toISOString(),
          }
        : null;
    const used: UsedCard = { mark, outcome: card.outcome, method: kept?.id ?? null, from: 'page' };
    const step = payWith(payment, used, this.#at());
    return this.#keep(step, () => (kept === null ? [] : [{ is: 'method', method: kept }]));
  }

  confirm(payment: Payment, answer: 'yes' | 'no'): Payment {
    return this.#keep(confirm(payment, answer));
  }

  cancel(payment: Payment): Payment {
    return this.#keep(cancel(payment));
  }

  /** Gives some back; null when that is more than is left. */
  refund(payment: Payment, given: { amountCents: number; reference: string }, also: Also): Payment | null {
    const step = refund(payment, { id: newToken('refund'), ...given });
    return step === null ? null : this.#keep(step, also);
  }

  dispute(payment: Payment): Payment {
    return this.#keep(dispute(payment, newToken('dispute')));
  }

  decide(payment: Payment, outcome: 'won' | 'lost'): Payment {
    return this.#keep(decide(payment, outcome));
  }

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  #at() {
    return { now: this.#deps.now(), lateMs: this.#deps.lateMs, newId: newToken };
  }

  #keep({ payment, tells }: Step, also: Also = () => []): Payment {
    if (payment === this.#journal.payments.get(payment.id)) return payment;
    const createdAt = this.#deps.now().toISOString();
    const first = this.#journal.nextPlace();
    const events = tells.map((told, n): ShopEvent => ({ ...told, id: newToken('event'), place: first + n, createdAt }));
    this.#journal.write([
      { is: 'payment', payment },
      ...events.map((event): Fact => ({ is: 'event', event })),
      ...also(payment),
    ]);
    for (const event of events) this.#deps.send(event);
    this.#await(payment);
    return payment;
  }

  /** A payment that succeeds late does so by itself, also when the program was started again in between. */
  #await(payment: Payment): void {
    if (payment.state !== 'processing' || payment.succeedsAt === null) return;
    const wait = Math.max(0, new Date(payment.succeedsAt).getTime() - this.#deps.now().getTime());
    this.#arriveAfter(Math.min(wait, MOST_WAIT_MS), payment.id);
  }

  #arriveAfter(ms: number, id: string): void {
    const timer = setTimeout(() => {
      this.#timers.delete(id);
      const present = this.#journal.payments.get(id);
      if (present === undefined) return;
      try {
        this.#keep(arrive(present));
      } catch (error) {
        if (!(error instanceof JournalUnwritable)) throw error;
        this.#deps.log(`payment ${id} succeeds later: ${error.message}`);
        this.#arriveAfter(AGAIN_MS, id);
      }
    }, ms);
    this.#timers.set(id, timer);
  }
}
