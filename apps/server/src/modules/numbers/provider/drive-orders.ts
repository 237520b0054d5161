import type { OrderAtProvider, OrderFound, OrderOutcome } from '@farline/contracts';
import { inTransaction } from '../../../platform/database.ts';
import { eachSideBySide } from '../../../platform/concurrency/each-side-by-side.ts';
import { type ListPosition, inTurn } from '../../../platform/in-turn.ts';
import { learnItsName, nameThere, releaseThere } from './name-there.ts';
import { changeOrder, lookAgain, type NumberSource, type OrderDeps } from './order-deps.ts';
import { claimOrder, dueOrders, markSubmitted, saveOrder } from '../record/orders-store.ts';
import {
  type FailureReason,
  isSilentForLong,
  isStuck,
  isTooLateToSubmit,
  nextLookAt,
  type ProviderOrder,
  unheardOf,
  whyCancel,
} from '../record/provider-order.ts';
import { giveOrdered, giveUpOrder } from './settle-order.ts';

const AT_ONCE = 4;
const MOST = 100;
/** Whoever takes an order a step further asks the provider so often at most. */
const MOST_QUESTIONS = 2;
/** Beside the questions: what the database takes, also where this machine stands still for a while. */
const SLACK_MS = 60_000;

/** `source` null: there is no provider any more. `isSeen`: whoever ordered waits for what becomes of it. */
type DriveDeps = Omit<OrderDeps, 'source'> & { source: NumberSource | null; isSeen: boolean };
type Asking = OrderDeps & Pick<DriveDeps, 'isSeen'>;

/** Looks at every order that is due: any number of workers do it, each order by one at a time. */
export function createOrderDriver(deps: Omit<DriveDeps, 'isSeen'>): () => Promise<void> {
  const next = inTurn<ListPosition & { tries: number }>(
    MOST,
    async (after) => await dueOrders(deps.database, { now: deps.clock.now(), after, most: MOST }),
  );
  return async () =>
    await eachSideBySide(await next(), {
      most: AT_ONCE,
      work: async (due) => await driveOrder({ ...deps, isSeen: false }, due),
      failed: (error, { id }) => deps.log.error({ err: error, order: id }, 'an order of a number stays as it is'),
    });
}

/**
 * Takes an order one step further. What may reach the provider is written down before it is sent and is sent once; after that it is asked
 * for. Whoever dies between two steps leaves an order that is due again, once the provider must have answered them.
 */
export async function driveOrder(deps: DriveDeps, due: { id: string; tries: number }): Promise<void> {
  const { source } = deps;
  const leaseMs = MOST_QUESTIONS * (source?.provider.longestMs ?? 0) + SLACK_MS;
  const until = new Date(deps.clock.now().getTime() + leaseMs);
  const order = await claimOrder(deps.database, { ...due, until });
  if (order === null) return;
  if (source === null || order.offer.carrier !== source.provider.name) return await goWithout(deps, order);
  const asking = { ...deps, source };
  switch (order.state) {
    case 'begun':
      return await submit(asking, order);
    case 'submitted':
    case 'pending':
    case 'lost':
      return await ask(asking, order);
    case 'active':
      return await learnItsName(asking, order);
    case 'releasing':
      return await releaseThere(asking, order);
    case 'refused':
    case 'released':
      return;
  }
}

/** Nobody can be asked: what never left is over soon, and what left is lost in the end. */
async function goWithout(deps: DriveDeps, order: ProviderOrder): Promise<void> {
  const now = deps.clock.now();
  const told = { order: order.id, provider: order.offer.carrier };
  deps.log.warn(told, 'an order waits for a provider that is not set');
  if (order.state === 'begun' && isTooLateToSubmit(order, now)) return await giveUp(deps, order, 'unavailable');
  const hasLeft = order.state === 'submitted' || order.state === 'pending';
  if (hasLeft && isSilentForLong(order, now)) return await lose(deps, order, now);
  await lookAgain(deps, order);
}

async function submit(deps: Asking, order: ProviderOrder): Promise<void> {
  const at = deps.clock.now();
  if (isTooLateToSubmit(order, at)) return await giveUp(deps, order, 'unavailable');
  if (!(await markSubmitted(deps.database, { id: order.id, tries: order.tries, at }))) return;
  const sent: ProviderOrder = { ...order, state: 'submitted', submittedAt: at };
  const outcome = await deps.source.provider.order({ reference: order.id, e164: order.offer.e164 });
  return await takeOutcome(deps, sent, outcome);
}

async function takeOutcome(deps: Asking, order: ProviderOrder, outcome: OrderOutcome): Promise<void> {
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
      return await lookAgain(deps, order);
  }
}

/** Only the one who sent an order knows that nothing came of it: nobody else has touched it since. */
async function sendAgainLater(deps: Asking, order: ProviderOrder, afterMs: number | null): Promise<void> {
  const now = deps.clock.now();
  await changeOrder(deps, order, async (tx, present) => {
    if (present.state !== 'submitted') return;
    const begun: ProviderOrder = { ...present, state: 'begun', submittedAt: null };
    await saveOrder(tx, begun, nextLookAt(begun, now, afterMs));
  });
}

async function ask(deps: Asking, order: ProviderOrder): Promise<void> {
  const { id: reference, providerOrderId } = order;
  const found: OrderFound = await deps.source.provider.findOrder({ reference, providerOrderId });
  switch (found.state) {
    case 'known':
      return await takeState(deps, order, found.order);
    case 'not_known':
      return await takeUnheard(deps, order);
    case 'unavailable':
      deps.log.warn({ order: order.id, why: found.why }, 'what became of an order of a number could not be asked');
      return await takeSilence(deps, order, found.afterMs);
  }
}

/**
 * Nobody could say what became of an order. After days its money is free, unless its number is listed as ours: then that is what became of it.
 * Where the money was free before, a number that is listed may be ours in another way, and is left to the operator.
 */
async function takeSilence(deps: Asking, order: ProviderOrder, afterMs: number | null): Promise<void> {
  const now = deps.clock.now();
  if (!isSilentForLong(order, now)) return await lookAgain(deps, order, afterMs);
  const there = await nameThere(deps, order);
  if (order.state === 'lost') {
    if (there.state === 'not_ours' || there.state === 'old') return await giveUp(deps, order, 'unavailable');
    return await lookAgain(deps, order, afterMs);
  }
  if (there.state !== 'ours') return await lose(deps, order, now);
  await inTransaction(deps.database, async (tx) => await giveOrdered(tx, order, now));
}

async function takeUnheard(deps: Asking, order: ProviderOrder): Promise<void> {
  const now = deps.clock.now();
  switch (unheardOf(order, now)) {
    case 'ask_again':
      return await lookAgain(deps, order);
    case 'lost':
      return await lose(deps, order, now);
    case 'over':
      return await giveUp(deps, order, 'unavailable');
  }
}

async function takeState(deps: Asking, order: ProviderOrder, told: OrderAtProvider): Promise<void> {
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
      await changeOrder(deps, order, async (tx, present) => {
        if (present.state !== 'submitted' && present.state !== 'pending' && present.state !== 'lost') return;
        const state = present.state === 'lost' ? 'lost' : 'pending';
        const pending = { ...present, state, providerOrderId, reason: reason ?? present.reason } as const;
        await saveOrder(tx, pending, nextLookAt(present, now));
      });
      // What becomes of it is told when it is asked for next.
      if (reason !== null) await deps.source.provider.cancelOrder({ providerOrderId });
      if (isStuck(order, now)) await lose(deps, { ...order, providerOrderId, state: 'pending' }, now);
    }
  }
}

async function giveUp(deps: DriveDeps, order: ProviderOrder, reason: FailureReason): Promise<void> {
  const how = { reason, at: deps.clock.now(), state: 'refused', isSeen: deps.isSeen } as const;
  await inTransaction(deps.database, async (tx) => await giveUpOrder(tx, order, how));
}

/** Its money is free, and it is watched further. */
async function lose(deps: DriveDeps, order: ProviderOrder, now: Date): Promise<void> {
  deps.log.warn({ order: order.id }, 'what became of an order of a number is not known; its money is free again');
  const how = { reason: 'unavailable', at: now, state: 'lost', isSeen: deps.isSeen } as const;
  const dueAt = nextLookAt(order, now);
  await inTransaction(deps.database, async (tx) => await giveUpOrder(tx, order, { ...how, dueAt }));
}
