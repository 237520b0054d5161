import type { ProviderSilence } from '@farline/contracts';
import { changeOrder, lookAgain, type OrderDeps } from './order-deps.ts';
import { otherNamesOf, saveName, saveOrder } from '../record/orders-store.ts';
import { isListedByNow, type ProviderOrder } from '../record/provider-order.ts';

/** `old`: what the provider lists is what it called the number when another order had it; it may list the present one later. */
type NameThere = { state: 'ours' | 'old'; name: string } | { state: 'not_ours' } | ProviderSilence;

/** What the provider calls the number of an order. A name that another order has had is never taken for it. */
export async function nameThere({ database, source }: OrderDeps, order: ProviderOrder): Promise<NameThere> {
  const found = await source.provider.findNumber(order.offer.e164);
  if (found.state !== 'ours') return found;
  const others = await otherNamesOf(database, order);
  const name = found.providerNumberIds.find((one) => !others.has(one));
  if (name !== undefined) return { state: 'ours', name };
  const [old] = found.providerNumberIds;
  return old === undefined ? { state: 'not_ours' } : { state: 'old', name: old };
}

/** By its name there the number is given back, and no other that somebody orders later. */
export async function learnItsName(deps: OrderDeps, order: ProviderOrder): Promise<void> {
  const found = await nameThere(deps, order);
  if (found.state === 'ours') return await saveName(deps.database, { id: order.id, name: found.name });
  deps.log.warn({ order: order.id, found: found.state }, 'the provider does not list a number that it has given us');
  await lookAgain(deps, order);
}

/** Gives the number of an order back to its provider. */
export async function releaseThere(deps: OrderDeps, order: ProviderOrder): Promise<void> {
  const released = await giveBack(deps, order);
  const now = deps.clock.now();
  if (released.state === 'unavailable') {
    deps.log.warn({ order: order.id, why: released.why }, 'a number could not be given back yet');
    return await lookAgain(deps, order, released.afterMs);
  }
  await changeOrder(deps, order, async (tx, present) => {
    if (present.state !== 'releasing') return;
    await saveOrder(tx, { ...present, state: 'released', releasedAt: now }, null);
  });
}

async function giveBack(deps: OrderDeps, order: ProviderOrder) {
  const { provider } = deps.source;
  if (order.providerNumberId !== null) return await provider.release(order.providerNumberId);
  const found = await nameThere(deps, order);
  if (found.state === 'unavailable') return found;
  if (found.state === 'ours') {
    // Whoever has the number next is not to take it for theirs.
    await saveName(deps.database, { id: order.id, name: found.name });
    return await provider.release(found.name);
  }
  if (!isListedByNow(order, deps.clock.now()))
    return { state: 'unavailable', why: 'it is not listed yet', afterMs: null } as const;
  // The provider may call a number as it did before; one that is not there any more is released.
  return found.state === 'old' ? await provider.release(found.name) : ({ state: 'released' } as const);
}
