import { seedPlans } from './modules/plans/index.ts';
import { seedGroups, seedRating } from './modules/rating/index.ts';
import type { Database } from './platform/database.ts';

/** What every installation starts with. Runs at each start, under the migration lock; changes nothing that is there. */
export async function seed(database: Database): Promise<void> {
  await seedRating(database);
  await seedGroups(database);
  await seedPlans(database);
}
