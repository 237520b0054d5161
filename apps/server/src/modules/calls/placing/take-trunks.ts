import { ECHO_TEST } from '@farline/contracts';
import type { Transaction } from '../../../platform/database.ts';
import {
  drawOrder,
  isPractice,
  lockCapacities,
  type Routing,
  routesOver,
  type OpenAccountState,
  type Trunk,
  type TrunkRoute,
  trunksFor,
} from '../../routing/index.ts';
import { countTrunkPlaces, insertTrunkPlaces } from './trunk-places-store.ts';

/** The trunks to try, in order; or why there is none. */
export type TakenTrunks =
  | { found: true; routes: TrunkRoute[]; isPractice: boolean }
  | { found: false; reason: 'carrier_failure' | 'trunks_full' };

type Wanted = { number: string; accountState: OpenAccountState; trunks: Trunk[] };

/** The trunks of a call, drawn, where none of them has a capacity; null where `takeTrunks` must look, or finds none. */
export function drawUnlimitedTrunks(
  routing: Pick<Routing, 'random'>,
  wanted: Wanted,
): { routes: TrunkRoute[]; isPractice: boolean } | null {
  const able = drawOrder(trunksFor(wanted.trunks, wanted), routing.random);
  if (able.length === 0 || hasCapacities(able, wanted)) return null;
  return { routes: routesOver(able, wanted.number), isPractice: isPractice(able) };
}

/**
 * Draws the trunks of a call and takes a place on each that has a capacity; one that is full is passed over. The places
 * count with the transaction, in which the call must become open. They are taken on every trunk that the engine may
 * try, because it goes from one to the next without asking: so no capacity is ever passed, whatever fails. The echo
 * test is nobody's traffic and takes no place. Locks the trunks: after the call, before the ledger.
 */
export async function takeTrunks(
  tx: Transaction,
  routing: Pick<Routing, 'random'>,
  wanted: Wanted & { callId: string },
): Promise<TakenTrunks> {
  const able = drawOrder(trunksFor(wanted.trunks, wanted), routing.random);
  if (able.length === 0) return { found: false, reason: 'carrier_failure' };

  const practice = { isPractice: isPractice(able) };
  if (!hasCapacities(able, wanted)) return { found: true, routes: routesOver(able, wanted.number), ...practice };
  const limited = able.filter(({ capacity }) => capacity !== null).map(({ name }) => name);
  const full = await fullTrunks(tx, limited);
  const routes = routesOver(
    able.filter(({ name }) => !full.has(name)),
    wanted.number,
  );
  if (routes.length === 0) return { found: false, reason: 'trunks_full' };
  const places = routes.map(({ name }) => name).filter((name) => limited.includes(name));
  if (places.length > 0) await insertTrunkPlaces(tx, wanted.callId, places);
  return { found: true, routes, ...practice };
}

function hasCapacities(able: Trunk[], { number }: Wanted): boolean {
  return number !== ECHO_TEST && able.some(({ capacity }) => capacity !== null);
}

async function fullTrunks(tx: Transaction, names: string[]): Promise<Set<string>> {
  const capacities = await lockCapacities(tx, names);
  const open = await countTrunkPlaces(tx, names);
  return new Set(
    names.filter((name) => {
      const capacity = capacities.get(name);
      // A trunk that was removed since it was read is not tried any more.
      if (capacity === undefined) return true;
      return capacity !== null && (open.get(name) ?? 0) >= capacity;
    }),
  );
}
