import { micros, type NumberProvider } from '@farline/contracts';
import { type Stocked, standInTelnyx } from '@farline/tools/stand-in-telnyx';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { createTelnyxNumbers } from '../../../gateways/numbers/index.ts';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { NumberPrices } from '../../../platform/settings/number-provider.ts';
import { testConfig } from '../../../testing/test-app.ts';
import type { Account } from '../../accounts/index.ts';
import { createOrderDriver } from '../provider/drive-orders.ts';
import { orderFromProvider } from '../provider/order-from-provider.ts';
import { viewOrders } from '../record/order-view.ts';
import { numbersWorld } from './numbers-world.ts';

/** What one is usually shown of a number that costs us a dollar a month. */
const SHOWN = { monthly: '1.5', setup: '0', perMinute: '0.01' };
let given = 0;

/** The world of numbers with a provider in it: a stand-in on a real port, and one to each test. */
export async function providerWorld(
  database: Database,
  options: { over?: (real: NumberProvider) => Partial<NumberProvider> } = {},
) {
  const world = numbersWorld(database);
  const telnyx = await standInTelnyx();
  onTestFinished(telnyx.close);
  await sql`update numbers.provider_order set due_at = null where due_at is not null`.execute(database);
  const known = testConfig('postgres://nowhere', telnyx.env()).numberProvider;
  if (known === null) throw new Error('the stand-in is not set');
  const patience = { connectMs: 2_000, answerMs: 1_500 };
  const real = createTelnyxNumbers(known.telnyx, { clock: world.clock, patience });
  const depsWith = (provider: NumberProvider, prices: NumberPrices = known.prices) => ({
    ...world.deps,
    source: { provider, prices },
  });
  const deps = depsWith({ ...real, ...options.over?.(real) });
  const drive = createOrderDriver(depsWith(real));
  const driveWithout = createOrderDriver({ ...world.deps, source: null });

  return {
    ...world,
    telnyx,
    deps,
    drive,
    driveWithout,
    depsWith,
    real,
    prices: known.prices,
    /** A number that no other test has, at a dollar a month to us. */
    stock: (over: Partial<Stocked> = {}) => telnyx.book.add({ e164: aNumber(), ...over }),
    order: async (account: Account, number: string, shown: Partial<typeof SHOWN> = {}) =>
      await orderFromProvider(deps, { accountId: account.id, userId: newId(), number, ...SHOWN, ...shown }),
    /** Some time goes by, and then the worker looks. */
    later: async (seconds: number, look = drive) => {
      world.passTo(new Date(world.clock.now().getTime() + seconds * 1_000).toISOString());
      await look();
    },
    orders: async ({ id: accountId }: Account) =>
      (await viewOrders(database, { accountId, at: world.clock.now() })).map(({ number, state, reason }) => ({
        number,
        state,
        reason,
      })),
    stateOf: async (e164: string) => {
      const { rows } = await sql<{ id: string; state: string }>`
        select id, state from numbers.provider_order where e164 = ${e164} order by begun_at desc, id desc`.execute(
        database,
      );
      return { id: rows[0]?.id ?? '', state: rows[0]?.state ?? null };
    },
    held: async ({ walletId }: Account) => {
      const { rows } = await sql<{ held: bigint }>`select held from ledger.wallet where id = ${walletId}`.execute(
        database,
      );
      return micros(rows[0]?.held ?? -1n);
    },
  };
}

const aNumber = () => `+1312555${String((given += 1)).padStart(4, '0')}`;
