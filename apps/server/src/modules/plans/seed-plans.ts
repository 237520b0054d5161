import { microsOfUnits } from '@farline/contracts';
import { type Database, inTransaction } from '../../platform/database.ts';
import { BASIC, type Plan } from './plan.ts';
import { insertPlan } from './plans-store.ts';

const USD = { currency: 'USD', isOffered: true, isSample: true };
const minutes = (group: string, count: number) => ({ group, seconds: count * 60 });

/** The plans that every installation starts with: Basic, and two that show what a plan can be. */
const SAMPLE_PLANS: Plan[] = [
  {
    ...USD,
    id: BASIC,
    name: 'Basic',
    priceMicros: microsOfUnits(0),
    rateTable: null,
    includedMessages: 0,
    minutes: [],
    isSample: false,
  },
  {
    ...USD,
    id: 'plus',
    name: 'Plus',
    priceMicros: microsOfUnits(5),
    rateTable: 'sample-plus',
    includedMessages: 50,
    minutes: [minutes('north-america', 200), minutes('europe-fixed', 200)],
  },
  {
    ...USD,
    id: 'pro',
    name: 'Pro',
    priceMicros: microsOfUnits(15),
    rateTable: 'sample-pro',
    includedMessages: 200,
    minutes: [
      minutes('north-america', 1000),
      minutes('europe-fixed', 1000),
      minutes('europe-mobile', 200),
      minutes('asia-pacific', 200),
    ],
  },
];

/** Gives a new installation its plans; those that are there stay as they are. */
export async function seedPlans(database: Database): Promise<void> {
  await inTransaction(database, async (tx) => {
    for (const [position, plan] of SAMPLE_PLANS.entries()) await insertPlan(tx, { ...plan, position });
  });
}
