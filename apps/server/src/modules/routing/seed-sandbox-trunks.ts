import { type Database, inTransaction } from '../../platform/database.ts';
import { removeOtherSandboxTrunks, saveSandboxTrunk } from './routing-store.ts';

const FIRST_PRIORITY = 10;

/** Makes the sandbox trunks those of the settings, tried in the order given there. Any number of times. */
export async function seedSandboxTrunks(
  database: Database,
  trunks: { name: string; host: string; port: number }[],
  at: Date,
): Promise<void> {
  await inTransaction(database, async (tx) => {
    for (const [place, trunk] of trunks.entries()) {
      await saveSandboxTrunk(tx, { ...trunk, priority: FIRST_PRIORITY * (place + 1), at });
    }
    await removeOtherSandboxTrunks(
      tx,
      trunks.map((trunk) => trunk.name),
    );
  });
}
