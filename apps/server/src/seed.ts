import type { Database } from './platform/database.ts';

/** What every installation starts with. Runs at each start, under the migration lock; changes nothing that is there. */
export async function seed(_database: Database): Promise<void> {}
