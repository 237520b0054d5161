import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import {
  allowanceUnit,
  createWallet,
  microsOfSeconds,
  sumsOfAllowances,
  topUp,
  wholeUnits,
} from '../../ledger/index.ts';
import type { CallsWorld, Customer } from './calls-world.ts';

export const EUROPE = { name: 'europe', title: 'Europe' };

/** Fills an allowance of seconds to Europe for a customer. */
export async function includeSeconds(world: CallsWorld, customer: Customer, seconds: number): Promise<string> {
  const walletId = newId();
  const at = world.clock.now();
  const { accountId } = customer;
  const expiresAt = new Date(at.getTime() + 30 * 24 * 60 * 60_000);
  await createWallet(world.database, { walletId, accountId, unit: allowanceUnit(EUROPE.name), expiresAt, at });
  const cause = { type: 'allowance', id: newId() };
  await topUp(world.database, {
    walletId,
    amountMicros: microsOfSeconds(seconds),
    from: 'allowance_granted',
    cause,
    at,
  });
  return walletId;
}

/** The seconds of an allowance. */
export async function includedSeconds(
  database: Database,
  walletId: string,
): Promise<{ used: number; held: number; left: number }> {
  const [sum] = await sumsOfAllowances(database, [walletId]);
  if (sum === undefined) throw new Error('the wallet is there');
  return {
    used: wholeUnits(sum.usedMicros),
    held: wholeUnits(sum.heldMicros),
    left: wholeUnits(sum.availableMicros),
  };
}
