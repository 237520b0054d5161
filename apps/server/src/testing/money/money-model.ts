import { type Micros, micros } from '@farline/contracts';
import type { Credit } from '../../modules/ledger/index.ts';
import type { Outcome } from '../../modules/ledger/testing/ledger-model.ts';

/** One act on the ledger, in the words of the test's SQL function; each touches one wallet. */
export type Act =
  | { does: 'open'; wallet: number; unit: string; expiresAt: string | null }
  | { does: 'post'; wallet: number; unit: string; amount: number; house: Posted; cause: string }
  | { does: 'take_back'; wallet: number; amount: number; house: 'payments' | 'revenue'; cause: string }
  | { does: 'pay_owed'; wallet: number; chargesAlone: boolean; cause: string }
  | { does: 'place'; wallet: number; wanted: number; hold: string }
  | { does: 'enlarge'; wallet: number; wanted: number; hold: string; key: string }
  | { does: 'settle'; wallet: number; hold: string; charge: number; house: 'revenue' | 'allowance_used' }
  | { does: 'release'; wallet: number; hold: string }
  | { does: 'expire'; wallet: number; at: string };
type Posted = 'payments' | 'operator_credit' | 'revenue' | 'allowance_granted';

/** `ofCharges`: how much of what is owed is owed of charges. */
type Wallet = { balance: number; held: number; owed: number; ofCharges: number; credits: Credit[] };
type Hold = {
  wallet: number;
  amount: number;
  state: 'open' | 'settled' | 'released';
  charged: number;
  added: Map<string, number>;
};

/** What the ledger should do, in a few lines without database. Amounts are micro-units. */
export class MoneyModel {
  readonly wallets: Wallet[] = [];
  readonly holds = new Map<string, Hold>();
  /** Every cause that moved something, with what it took if it took any. */
  readonly causes = new Map<string, number | null>();

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
      case 'open':
        this.wallets[act.wallet] = { balance: 0, held: 0, owed: 0, ofCharges: 0, credits: [] };
        return only('opened');
      case 'post':
        return this.#post(act);
      case 'take_back':
        return this.#takeBack(act);
      case 'pay_owed':
        return this.#payOwed(act);
      case 'place':
        return this.#place(act);
      case 'enlarge':
        return this.#enlarge(act);
      case 'settle':
        return this.#settle(act);
      case 'release':
        return this.#release(act);
      case 'expire':
        return this.#expire(act);
    }
  }

  #post({ wallet: number, amount, house, cause }: Extract<Act, { does: 'post' }>): Outcome {
    if (this.causes.has(cause)) return only('repeat');
    const wallet = this.wallet(number);
    if (amount < 0 && wallet.balance - wallet.held + amount < 0) return only('out_of_credit');
    this.causes.set(cause, null);
    wallet.balance += amount;
    if (amount > 0) {
      const [type = '', id = ''] = cause.split(' ');
      wallet.credits.unshift({ cause: { type, id }, amountMicros: micros(BigInt(amount)), from: house });
    }
    return only('posted');
  }

  #takeBack({ wallet: number, amount, house, cause }: Extract<Act, { does: 'take_back' }>): Outcome {
    const before = this.causes.get(cause);
    if (before !== undefined) return { outcome: 'repeat', amount: before };
    const wallet = this.wallet(number);
    const taken = Math.min(amount, wallet.balance - wallet.held);
    this.causes.set(cause, taken);
    wallet.balance -= taken;
    wallet.owed += amount - taken;
    if (house === 'revenue') wallet.ofCharges += amount - taken;
    return { outcome: 'posted', amount: taken };
  }

  #payOwed({ wallet: number, chargesAlone, cause }: Extract<Act, { does: 'pay_owed' }>): Outcome {
    if (this.causes.has(cause)) return { outcome: 'repeat', amount: 0 };
    const wallet = this.wallet(number);
    const paid = Math.min(chargesAlone ? wallet.ofCharges : wallet.owed, wallet.balance - wallet.held);
    if (paid === 0) return { outcome: 'nothing', amount: 0 };
    this.causes.set(cause, paid);
    wallet.balance -= paid;
    wallet.owed -= paid;
    wallet.ofCharges = chargesAlone ? wallet.ofCharges - paid : Math.min(wallet.ofCharges, wallet.owed);
    return { outcome: 'posted', amount: paid };
  }

  #place({ wallet: number, wanted, hold }: Extract<Act, { does: 'place' }>): Outcome {
    const before = this.holds.get(hold);
    if (before !== undefined) {
      return { outcome: before.state === 'open' ? 'repeat' : 'hold_closed', amount: before.amount };
    }
    const wallet = this.wallet(number);
    const amount = Math.min(wanted, wallet.balance - wallet.held);
    if (amount < 1) return only('out_of_credit');
    wallet.held += amount;
    this.holds.set(hold, { wallet: number, amount, state: 'open', charged: 0, added: new Map() });
    return { outcome: 'held', amount };
  }

  #enlarge({ wallet: number, wanted, hold: id, key }: Extract<Act, { does: 'enlarge' }>): Outcome {
    const hold = this.#hold(id);
    if (hold.state !== 'open') return only('hold_closed');
    const before = hold.added.get(key);
    if (before !== undefined) return { outcome: 'repeat', amount: before };
    const wallet = this.wallet(number);
    const added = Math.min(wanted, wallet.balance - wallet.held);
    if (added < 1) return only('out_of_credit');
    wallet.held += added;
    hold.amount += added;
    hold.added.set(key, added);
    return { outcome: 'enlarged', amount: added };
  }

  #settle({ wallet: number, hold: id, charge }: Extract<Act, { does: 'settle' }>): Outcome {
    const hold = this.#hold(id);
    if (hold.state === 'released') return only('hold_released');
    if (hold.state === 'settled') return { outcome: 'repeat', amount: hold.charged };
    const wallet = this.wallet(number);
    wallet.held -= hold.amount;
    wallet.balance -= charge;
    hold.state = 'settled';
    hold.charged = charge;
    if (charge > 0) this.causes.set(`call ${id}`, charge);
    return { outcome: 'settled', amount: charge };
  }

  #release({ wallet, hold: id }: Extract<Act, { does: 'release' }>): Outcome {
    const hold = this.#hold(id);
    if (hold.state !== 'open') return only(hold.state === 'released' ? 'repeat' : 'hold_settled');
    hold.state = 'released';
    this.wallet(wallet).held -= hold.amount;
    return only('released');
  }

  #expire({ wallet: number }: Extract<Act, { does: 'expire' }>): Outcome {
    const wallet = this.wallet(number);
    const expired = wallet.balance - wallet.held;
    wallet.balance = wallet.held;
    // Its cause is its own transfer: it is only counted.
    if (expired > 0) this.causes.set(`allowance_expired ${this.causes.size}`, expired);
    return { outcome: 'expired', amount: expired };
  }

  #hold(id: string): Hold {
    const hold = this.holds.get(id);
    if (hold === undefined) throw new Error(`there is no hold ${id}`);
    return hold;
  }
}

const only = (outcome: string): Outcome => ({ outcome, amount: null });
