import type { Journal, Fact, ShopEvent } from './journal.ts';
import { markOf } from './card-mark.ts';
import type { SavedMethod } from './payment.ts';
import { cancelSetup, confirmSetup, keepCard, type Setup, type SetupStep } from './setup.ts';
import type { TestCard } from './test-cards.ts';
import { newToken } from './token.ts';

type Also = (setup: Setup) => Fact[];

/** A page on which nobody has typed a card is closed after so long. */
const OPEN_FOR_MS = 24 * 60 * 60_000;

/** What can be done with setups. Each change is in the journal, with the method that came of it, before it is answered. */
export class Setups {
  readonly #journal: Journal;
  readonly #deps: { send: (event: ShopEvent) => void; now: () => Date };

  constructor(journal: Journal, deps: { send: (event: ShopEvent) => void; now: () => Date }) {
    this.#journal = journal;
    this.#deps = deps;
  }

  find(id: string): Setup | null {
    const setup = this.#journal.setups.get(id);
    if (setup === undefined) return null;
    const isOver = this.#deps.now().getTime() - new Date(setup.createdAt).getTime() > OPEN_FOR_MS;
    return isOver ? this.#keep(cancelSetup(setup)) : setup;
  }

  /** The newest setup that the shop calls so. */
  findByReference(reference: string): Setup | null {
    const found = [...this.#journal.setups.values()].findLast((setup) => setup.reference === reference);
    return found === undefined ? null : this.find(found.id);
  }

  open(wanted: Pick<Setup, 'reference' | 'customer' | 'returnUrl'>, also: Also): Setup {
    const createdAt = this.#deps.now().toISOString();
    const nothing = { card: null, outcome: null, method: null, decline: null };
    const setup: Setup = { ...wanted, id: newToken('setup'), state: 'open', ...nothing, createdAt };
    return this.#keep({ setup, tells: [] }, also);
  }

  /** A card is used on an open setup; of its number the last four stay. */
  keep(setup: Setup, card: TestCard, expires: string): Setup {
    const mark = markOf(card, expires);
    return this.#keep(keepCard(setup, { mark, outcome: card.outcome, method: newToken('method') }));
  }

  confirm(setup: Setup, answer: 'yes' | 'no'): Setup {
    return this.#keep(confirmSetup(setup, answer === 'yes' ? { is: 'yes', method: newToken('method') } : { is: 'no' }));
  }

  cancel(setup: Setup): Setup {
    return this.#keep(cancelSetup(setup));
  }

  #keep({ setup, tells }: SetupStep, also: Also = () => []): Setup {
    if (setup === this.#journal.setups.get(setup.id)) return setup;
    const createdAt = this.#deps.now().toISOString();
    const first = this.#journal.nextPlace();
    const events = tells.map(
      (type, n): ShopEvent => ({ id: newToken('event'), place: first + n, type, createdAt, setup }),
    );
    this.#journal.write([
      { is: 'setup', setup },
      ...methodOf(setup, createdAt).map((method): Fact => ({ is: 'method', method })),
      ...events.map((event): Fact => ({ is: 'event', event })),
      ...also(setup),
    ]);
    for (const event of events) this.#deps.send(event);
    return setup;
  }
}

function methodOf({ method, card, outcome, customer }: Setup, savedAt: string): SavedMethod[] {
  return method === null || card === null || outcome === null ? [] : [{ id: method, customer, card, outcome, savedAt }];
}
