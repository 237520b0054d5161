import { type Database, inTransaction } from '../../platform/database.ts';
import { insertGroup, insertLowerRates } from './groups-store.ts';
import { SAMPLE_GROUPS, SAMPLE_LOWER_RATES } from './sample-groups.ts';
import { SAMPLE_CURRENCY } from './sample-rates.ts';

/** Gives a new installation the groups and the lower rates of the sample plans; what is there stays as it is. */
export async function seedGroups(database: Database): Promise<void> {
  await inTransaction(database, async (tx) => {
    for (const table of SAMPLE_LOWER_RATES) await insertLowerRates(tx, { ...table, currency: SAMPLE_CURRENCY });
    for (const group of SAMPLE_GROUPS) await insertGroup(tx, group);
  });
}
