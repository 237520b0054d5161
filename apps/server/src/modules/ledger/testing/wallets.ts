import type { Micros } from '@farline/contracts';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { usd } from '../../../testing/money/usd.ts';
import { type Cause, createWallet, findWallet, placeHold, topUp } from '../index.ts';

export const at = new Date('2026-03-01T12:00:00Z');

export const aCause = (type = 'test'): Cause => ({ type, id: newId() });

/** Wallets of a test's database, by what the test wants to know of them. Amounts are dollars. */
export function walletsOf(database: Database) {
  return {
    async aWallet(balance = 0): Promise<string> {
      const walletId = newId();
      await createWallet(database, { walletId, accountId: newId(), unit: 'USD', at });
      if (balance > 0) {
        await topUp(database, {
          walletId,
          amountMicros: usd(balance),
          from: 'operator_credit',
          cause: aCause(),
          at,
        });
      }
      return walletId;
    },

    async aHold(walletId: string, amount: number): Promise<string> {
      const placed = await placeHold(database, {
        walletId,
        wantedMicros: usd(amount),
        leastMicros: usd(amount),
        cause: aCause('call'),
        at,
      });
      if (!placed.allowed) throw new Error(placed.reason);
      return placed.holdId;
    },

    async moneyOf(walletId: string): Promise<{ balance: Micros; held: Micros }> {
      const wallet = await findWallet(database, walletId);
      if (wallet === null) throw new Error('no such wallet');
      return { balance: wallet.balanceMicros, held: wallet.heldMicros };
    },

    async changesTold(walletId: string): Promise<number> {
      const { rows } = await sql<{ told: bigint }>`
        select count(*) as told from platform.event
        where type = 'wallet.changed' and subject_id = ${walletId}`.execute(database);
      return Number(rows[0]?.told ?? 0n);
    },
  };
}
