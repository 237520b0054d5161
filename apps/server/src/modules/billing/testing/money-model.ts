import { type Micros, micros } from '@farline/contracts';
import type { Credit } from '../../ledger/index.ts';

/** One act on the ledger, in the words of the test's SQL function. */
export type Act =
  | { does: 'post'; wallet: number; amount: number; house: 'payments' | 'trial_credit' | 'revenue'; cause: string }
  | { does: 'take_back'; wallet: number; amount: number; cause: string }
  | { does: 'pay_owed'; wallet: number; cause: string }
  | { does: 'place'; wallet: number; wanted: number; hold: string }
  | { does: 'settle'; hold: string; charge: number }
  | { does: 'release'; hold: string };

/** What an act came to: the word of the ledger, and what moved, if it says so. */
export type Outcome = { outcome: string; amount: number | null };

type Wallet = { balance: number; held: number; owed: number; credits: Credit[] };
type Hold = { wallet: number; amount: number; isOpen: boolean };

/** What the ledger should do, in a few lines without database. Amounts are micro-units. */
export class MoneyModel {
  readonly wallets: Wallet[];
  readonly holds = new Map<string, Hold>();
  readonly causes = new Set<string>();

  constructor(wallets: number) {
    this.wallets = Array.from({ length: wallets }, () => ({ balance: 0, held: 0, owed: 0, credits: [] }));
  }

  wallet(number: number): Wallet {
    const wallet = this.wallets[number];
    if (wallet === undefined) throw new RangeError(`wallet ${number}`);
    return wallet;
  }

  available(number: number): Micros {
    const { balance, held } = this.wallet(number);
    return micros(BigInt(balance - held));
  }

  apply(act: Act): Outcome {
    switch (act.does) {
      case 'post':
        return this.#post(act);
      case 'take_back':
        return this.#takeBack(act);
      case 'pay_owed':
        return this.#payOwed(act);
      case 'place':
        return this.#place(act);
      case 'settle':
        return this.#settle(act);
      case 'release':
        return this.#release(act);
    }
  }

  #post({ wallet: number, amount, house, cause }: Extract<Act, { does: 'post' }>): Outcome {
    if (this.causes.has(cause)) return only('repeat');
    const wallet = this.wallet(number);
    if (amount < 0 && wallet.balance - wallet.held + amount < 0) return only('out_of_credit');
    this.causes.add(cause);
    wallet.balance += amount;
    if (amount > 0) {
      const [type = '', id = ''] = cause.split(' ');
      wallet.credits.unshift({ cause: { type, id }, amountMicros: micros(BigInt(amount)), from: house });
    }
    return only('posted');
  }

  #takeBack({ wallet: number, amount, cause }: Extract<Act, { does: 'take_back' }>): Outcome {
    if (this.causes.has(cause)) throw new Error(`${cause} would be taken twice`);
    this.causes.add(cause);
    const wallet = this.wallet(number);
    const taken = Math.min(amount, wallet.balance - wallet.held);
    wallet.balance -= taken;
    wallet.owed += amount - taken;
    return { outcome: 'posted', amount: taken };
  }

  #payOwed({ wallet: number, cause }: Extract<Act, { does: 'pay_owed' }>): Outcome {
    if (this.causes.has(cause)) return { outcome: 'repeat', amount: 0 };
    const wallet = this.wallet(number);
    const paid = Math.min(wallet.owed, wallet.balance - wallet.held);
    if (paid === 0) return { outcome: 'nothing', amount: 0 };
    this.causes.add(cause);
    wallet.balance -= paid;
    wallet.owed -= paid;
    return { outcome: 'posted', amount: paid };
  }

  #place({ wallet: number, wanted, hold }: Extract<Act, { does: 'place' }>): Outcome {
    const wallet = this.wallet(number);
    const available = wallet.balance - wallet.held;
    if (available < 1) return only('out_of_credit');
    const amount = Math.min(wanted, available);
    wallet.held += amount;
    this.holds.set(hold, { wallet: number, amount, isOpen: true });
    return { outcome: 'held', amount };
  }

  #settle({ hold: id, charge }: Extract<Act, { does: 'settle' }>): Outcome {
    const hold = this.#close(id);
    this.wallet(hold.wallet).balance -= charge;
    if (charge > 0) this.causes.add(`call ${id}`);
    return { outcome: 'settled', amount: charge };
  }

  #release({ hold: id }: Extract<Act, { does: 'release' }>): Outcome {
    this.#close(id);
    return only('released');
  }

  #close(id: string): Hold {
    const hold = this.holds.get(id);
    if (hold?.isOpen !== true) throw new Error(`hold ${id} is not open`);
    hold.isOpen = false;
    this.wallet(hold.wallet).held -= hold.amount;
    return hold;
  }
}

const only = (outcome: string): Outcome => ({ outcome, amount: null });
