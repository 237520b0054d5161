/** What the ledger should do, in a few lines without database: the random operations are checked against it. */

export type Operation =
  | { type: 'top_up'; wallet: number; amount: number; cause: number }
  | { type: 'move'; wallet: number; to: number; amount: number; cause: number }
  | { type: 'place'; wallet: number; wanted: number; enough: number; cause: number }
  | { type: 'enlarge'; hold: number; wanted: number; enough: number; key: number }
  | { type: 'settle'; hold: number; charge: number; cause: number }
  | { type: 'release'; hold: number };

/** `outcome` is the SQL function's, or `error` when it raises; `amount` is what it moved or held, if it says so. */
export type Outcome = { outcome: string; amount: number | null };

type Wallet = { balance: number; held: number };
type Hold = {
  wallet: number;
  amount: number;
  state: 'open' | 'settled' | 'released';
  /** Why it was settled. */
  cause: number;
  charged: number;
  /** By key. */
  added: Map<number, number>;
};

const only = (outcome: string): Outcome => ({ outcome, amount: null });

/** An operation names a hold by the number of the cause that placed it. */
export class LedgerModel {
  readonly wallets: Wallet[];
  /** By cause. */
  readonly holds = new Map<number, Hold>();
  /** By cause: what was posted, as text. */
  readonly transfers = new Map<number, string>();

  constructor(wallets: number) {
    this.wallets = Array.from({ length: wallets }, () => ({ balance: 0, held: 0 }));
  }

  apply(operation: Operation): Outcome {
    switch (operation.type) {
      case 'top_up':
        return this.#post(operation.cause, [[operation.wallet, operation.amount]]);
      case 'move':
        return this.#post(operation.cause, [
          [operation.wallet, -operation.amount],
          [operation.to, operation.amount],
        ]);
      case 'place':
        return this.#place(operation);
      case 'enlarge':
        return this.#enlarge(operation);
      case 'settle':
        return this.#settle(operation);
      case 'release':
        return this.#release(operation);
    }
  }

  #wallet(number: number): Wallet {
    const wallet = this.wallets[number];
    if (wallet === undefined) throw new RangeError(`wallet ${number}`);
    return wallet;
  }

  #post(cause: number, changes: [wallet: number, change: number][]): Outcome {
    const content = JSON.stringify(changes.toSorted(([one], [other]) => one - other));
    const before = this.transfers.get(cause);
    if (before !== undefined) return only(before === content ? 'repeat' : 'error');
    for (const [number, change] of changes) {
      const wallet = this.#wallet(number);
      if (change < 0 && wallet.balance - wallet.held + change < 0) return only('out_of_credit');
    }
    if (changes.some(([, change]) => change === 0)) return only('error');
    for (const [number, change] of changes) this.#wallet(number).balance += change;
    this.transfers.set(cause, content);
    return only('posted');
  }

  #place(place: Extract<Operation, { type: 'place' }>): Outcome {
    if (place.enough <= 0 || place.wanted < place.enough) return only('error');
    const wallet = this.#wallet(place.wallet);
    const available = wallet.balance - wallet.held;
    const before = this.holds.get(place.cause);
    if (before !== undefined && before.wallet === place.wallet) {
      return { outcome: before.state === 'open' ? 'repeat' : 'hold_closed', amount: before.amount };
    }
    if (available < place.enough) return only('out_of_credit');
    if (before !== undefined) return only('error');
    const amount = Math.min(place.wanted, available);
    wallet.held += amount;
    this.holds.set(place.cause, {
      wallet: place.wallet,
      amount,
      state: 'open',
      cause: 0,
      charged: 0,
      added: new Map(),
    });
    return { outcome: 'held', amount };
  }

  #enlarge(enlarge: Extract<Operation, { type: 'enlarge' }>): Outcome {
    const hold = this.holds.get(enlarge.hold);
    if (enlarge.enough <= 0 || enlarge.wanted < enlarge.enough || hold === undefined) return only('error');
    if (hold.state !== 'open') return only('hold_closed');
    const before = hold.added.get(enlarge.key);
    if (before !== undefined) return { outcome: 'repeat', amount: before };
    const wallet = this.#wallet(hold.wallet);
    const available = wallet.balance - wallet.held;
    if (available < enlarge.enough) return only('out_of_credit');
    const added = Math.min(enlarge.wanted, available);
    hold.added.set(enlarge.key, added);
    hold.amount += added;
    wallet.held += added;
    return { outcome: 'enlarged', amount: added };
  }

  #settle(settle: Extract<Operation, { type: 'settle' }>): Outcome {
    const hold = this.holds.get(settle.hold);
    if (settle.charge < 0 || hold === undefined) return only('error');
    if (hold.state === 'released') return only('hold_released');
    if (hold.state === 'settled') {
      return hold.cause === settle.cause
        ? { outcome: 'repeat', amount: hold.charged }
        : only('settled_for_another_cause');
    }
    if (settle.charge > hold.amount) return only('charge_exceeds_hold');
    if (settle.charge > 0) {
      if (this.transfers.has(settle.cause)) return only('error');
      this.transfers.set(settle.cause, 'settlement');
    }
    const wallet = this.#wallet(hold.wallet);
    wallet.held -= hold.amount;
    wallet.balance -= settle.charge;
    hold.state = 'settled';
    hold.cause = settle.cause;
    hold.charged = settle.charge;
    return { outcome: 'settled', amount: settle.charge };
  }

  #release({ hold: number }: Extract<Operation, { type: 'release' }>): Outcome {
    const hold = this.holds.get(number);
    if (hold === undefined) return only('error');
    if (hold.state === 'settled') return only('hold_settled');
    if (hold.state === 'released') return only('repeat');
    this.#wallet(hold.wallet).held -= hold.amount;
    hold.state = 'released';
    return only('released');
  }
}
