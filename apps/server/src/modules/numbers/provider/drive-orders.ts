import type { NumberProvider, OrderAtProvider, OrderFound, OrderOutcome } from '@farline/contracts';
import { inTransaction, type Transaction } from '../../../platform/database.ts';
import { eachSideBySide } from '../../../platform/side-by-side.ts';
import { type ListPosition, inTurn } from '../../../platform/in-turn.ts';
import type { Log } from '../../../platform/log.ts';
import type { NumberPrices } from '../../../platform/settings/number-provider.ts';
import type { RentDeps } from '../rent-number.ts';
import { claimOrder, dueOrders, lockOrder, markSubmitted, saveOrder } from './orders-store.ts';
import {
  isAwaited,
  isListedByNow,
  isTooLateToSubmit,
  nextLookAt,
  type ProviderOrder,
  unheardOf,
  whyCancel,
} from './provider-order.ts';
import { giveOrdered, giveUpOrder } from './settle-order.ts';

/** Where numbers come from beside the catalogue. */
export type NumberSource = { provider: NumberProvider; prices: NumberPrices };
export type OrderDeps = RentDeps & { log: Log; source: NumberSource };

const AT_ONCE = 4;
const MOST = 100;
/** Longer than a question to the provider takes, with its turn: then whoever had the order is gone. */
const LEASE_MS = 120_000;

/** Looks at every order that is due: any number of workers do it, each order by one at a time. */
export function createOrderDriver(deps: OrderDeps): () => Promise<void> {
  const next = inTurn<ListPosition & { tries: number }>(
    MOST,
    async (after) => await dueOrders(deps.database, { now: deps.clock.now(), after, most: MOST }),
  );
  return async () =>
    await eachSideBySide(await next(), {
      most: AT_ONCE,
      work: async (due) => await driveOrder(deps, due),
      failed: (error, { id }) => deps.log.error({ err: error, order: id }, 'an order of a number stays as it is'),
    });
}

/**
 * Takes an order one step further. What may reach the provider is written down before it is sent and is sent once; after that it is asked
 * for. Whoever dies between two steps leaves an order that is due again.
 */
export async function driveOrder(deps: OrderDeps, due: { id: string; tries: number }): Promise<void> {
  const until = new Date(deps.clock.now().getTime() + LEASE_MS);
  const order = await claimOrder(deps.database, { ...due, until });
  if (order === null) return;
  if (order.offer.carrier !== deps.source.provider.name) {
    deps.log.warn({ order: order.id, provider: order.offer.carrier }, 'an order waits for a provider that is not set');
    return await lookAgain(deps, order, null);
  }
  switch (order.state) {
    case 'begun':
      return await submit(deps, order);
    case 'submitted':
    case 'pending':
    case 'lost':
      return await ask(deps, order);
    case 'active':
      return await learnItsName(deps, order);
    case 'releasing':
      return await release(deps, order);
    case 'refused':
    case 'released':
      return;
  }
}

async function submit(deps: OrderDeps, order: ProviderOrder): Promise<void> {
  const at = deps.clock.now();
  if (isTooLateToSubmit(order, at)) return await giveUp(deps, order, 'unavailable');
  if (!(await markSubmitted(deps.database, { id: order.id, tries: order.tries, at }))) return;
  const sent: ProviderOrder = { ...order, state: 'submitted', submittedAt: at };
  const outcome = await deps.source.provider.order({ reference: order.id, e164: order.offer.e164 });
  return await takeOutcome(deps, sent, outcome);
}

async function takeOutcome(deps: OrderDeps, order: ProviderOrder, outcome: OrderOutcome): Promise<void> {
  const told = { order: order.id, number: order.offer.e164 };
  switch (outcome.state) {
    case 'ordered':
      return await takeState(deps, order, outcome.order);
    case 'refused':
      deps.log.info({ ...told, why: outcome.why }, 'the provider refuses an order of a number');
      return await giveUp(deps, order, 'gone');
    case 'not_now':
      deps.log.warn({ ...told, why: outcome.why }, 'an order of a number could not be placed now');
      return await sendAgainLater(deps, order, outcome.afterMs);
    case 'unknown':
      deps.log.warn({ ...told, why: outcome.why }, 'whether a number was ordered is not known: it is asked for');
      return await lookAgain(deps, order, null);
  }
}

/** Only the one who sent an order knows that nothing came of it: nobody else has touched it since. */
async function sendAgainLater(deps: OrderDeps, order: ProviderOrder, afterMs: number | null): Promise<void> {
  const now = deps.clock.now();
  await change(deps, order, async (tx, present) => {
    if (present.state !== 'submitted') return;
    const begun: ProviderOrder = { ...present, state: 'begun', submittedAt: null };
    await saveOrder(tx, begun, nextLookAt(begun, now, afterMs));
  });
}

async function ask(deps: OrderDeps, order: ProviderOrder): Promise<void> {
  const { id: reference, providerOrderId } = order;
  const found: OrderFound = await deps.source.provider.findOrder({ reference, providerOrderId });
  switch (found.state) {
    case 'known':
      return await takeState(deps, order, found.order);
    case 'not_known':
      return await takeUnheard(deps, order);
    case 'unavailable':
      deps.log.warn({ order: order.id, why: found.why }, 'what became of an order of a number could not be asked');
      return await lookAgain(deps, order, found.afterMs);
  }
}

async function takeUnheard(deps: OrderDeps, order: ProviderOrder): Promise<void> {
  const now = deps.clock.now();
  switch (unheardOf(order, now)) {
    case 'ask_again':
      return await lookAgain(deps, order, null);
    case 'lost': {
      deps.log.warn({ order: order.id }, 'the provider never heard of an order of a number; its money is free again');
      const dueAt = nextLookAt(order, now);
      const how = { reason: 'unavailable', at: now, state: 'lost', dueAt } as const;
      return await inTransaction(deps.database, async (tx) => await giveUpOrder(tx, order, how));
    }
    case 'over':
      return await giveUp(deps, order, 'unavailable');
  }
}

async function takeState(deps: OrderDeps, order: ProviderOrder, told: OrderAtProvider): Promise<void> {
  const now = deps.clock.now();
  const { providerOrderId } = told;
  switch (told.state) {
    case 'succeeded':
      return await inTransaction(
        deps.database,
        async (tx) => await giveOrdered(tx, { ...order, providerOrderId }, now),
      );
    case 'failed':
      return await giveUp(deps, { ...order, providerOrderId }, 'gone');
    case 'pending': {
      const reason = whyCancel(order, told, now);
      await change(deps, order, async (tx, present) => {
        if (present.state !== 'submitted' && present.state !== 'pending' && present.state !== 'lost') return;
        const state = present.state === 'lost' ? 'lost' : 'pending';
        const pending = { ...present, state, providerOrderId, reason: reason ?? present.reason } as const;
        await saveOrder(tx, pending, nextLookAt(present, now));
      });
      // What becomes of it is told when it is asked for next.
      if (reason !== null) await deps.source.provider.cancelOrder({ providerOrderId });
    }
  }
}

/** By its name there the number is given back, and no other that somebody orders later. */
async function learnItsName(deps: OrderDeps, order: ProviderOrder): Promise<void> {
  const found = await deps.source.provider.findNumber(order.offer.e164);
  const now = deps.clock.now();
  if (found.state !== 'ours') {
    deps.log.warn({ order: order.id, found: found.state }, 'the provider does not list a number that it has given us');
  }
  await change(deps, order, async (tx, present) => {
    if (present.state !== 'active') return;
    if (found.state === 'ours') {
      return await saveOrder(tx, { ...present, providerNumberId: found.providerNumberId }, null);
    }
    await saveOrder(tx, present, nextLookAt(present, now));
  });
}

async function release(deps: OrderDeps, order: ProviderOrder): Promise<void> {
  const { provider } = deps.source;
  const released = await giveBack(provider, order, deps.clock.now());
  const now = deps.clock.now();
  if (released.state === 'unavailable') {
    deps.log.warn({ order: order.id, why: released.why }, 'a number could not be given back yet');
  }
  await change(deps, order, async (tx, present) => {
    if (present.state !== 'releasing') return;
    if (released.state === 'released') {
      return await saveOrder(tx, { ...present, state: 'released', releasedAt: now }, null);
    }
    await saveOrder(tx, present, nextLookAt(present, now, released.afterMs));
  });
}

async function giveBack(provider: NumberProvider, order: ProviderOrder, now: Date) {
  if (order.providerNumberId !== null) return await provider.release(order.providerNumberId);
  const found = await provider.findNumber(order.offer.e164);
  if (found.state === 'ours') return await provider.release(found.providerNumberId);
  if (found.state === 'unavailable') return found;
  if (isListedByNow(order, now)) return { state: 'released' } as const;
  return { state: 'unavailable', why: 'it is not listed yet', afterMs: null } as const;
}

async function giveUp(deps: OrderDeps, order: ProviderOrder, reason: 'gone' | 'unavailable'): Promise<void> {
  const how = { reason, at: deps.clock.now(), state: 'refused' } as const;
  await inTransaction(deps.database, async (tx) => await giveUpOrder(tx, order, how));
}

async function lookAgain(deps: OrderDeps, order: ProviderOrder, afterMs: number | null): Promise<void> {
  const now = deps.clock.now();
  await change(deps, order, async (tx, present) => {
    if (isAwaited(present) || present.state === order.state) {
      await saveOrder(tx, present, nextLookAt(present, now, afterMs));
    }
  });
}

async function change(
  deps: OrderDeps,
  { id }: ProviderOrder,
  how: (tx: Transaction, present: ProviderOrder) => Promise<void>,
): Promise<void> {
  await inTransaction(deps.database, async (tx) => await how(tx, await lockOrder(tx, id)));
}
