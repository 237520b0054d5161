import { ADD_FUNDS } from '@farline/contracts/billing';
import type { Money } from '@farline/contracts/money';
import { differenceOf, sumOf } from '../../lib/format/sum-of.ts';
import { writtenAmount } from '../../lib/format/written-amount.ts';

export type ReadAmount =
  | { is: 'empty' }
  | { is: 'unreadable' }
  | { is: 'outside' }
  /** `dollars` as the specification's route takes it; `money` is the exact figure. */
  | { is: 'amount'; dollars: number; money: Money };

/** Reads an amount as people write it: `25`, `25.50`, `25,50`, `٢٥٫٥٠`; at most two decimals, within the limits. */
export function readAmount(typed: string, currency: string): ReadAmount {
  const text = writtenAmount(typed);
  if (text === '') return { is: 'empty' };
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(text)) return { is: 'unreadable' };
  const dollars = Number(text);
  if (dollars < ADD_FUNDS.least || dollars > ADD_FUNDS.most) return { is: 'outside' };
  return { is: 'amount', dollars, money: { amount: text, currency } };
}

/** What a balance is once so much has come: what is owed is paid first, out of what isn't set aside. */
export function balanceWith(
  added: Money,
  { balance, available, owed }: Record<'balance' | 'available' | 'owed', Money>,
): Money {
  const free = sumOf(available, added);
  const paid = Number(owed.amount) < Number(free.amount) ? owed : free;
  return differenceOf(sumOf(balance, added), paid);
}

/** What each of these payments gives back of an amount: the oldest, which stands first, all that it can, and so on. */
export function givenBack(amount: Money, parts: readonly { amount: Money }[]): Money[] {
  const given: Money[] = [];
  let rest = amount;
  for (const part of parts) {
    if (Number(rest.amount) <= 0) break;
    const taken = Number(part.amount.amount) < Number(rest.amount) ? part.amount : rest;
    given.push(taken);
    rest = differenceOf(rest, taken);
  }
  return given;
}
