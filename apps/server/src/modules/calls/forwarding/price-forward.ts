import type { ForwardPrice, Micros } from '@farline/contracts';
import type { Database } from '../../../platform/database.ts';
import { findAccount } from '../../accounts/index.ts';
import { priceCall, type Rating, termsReply } from '../../rating/index.ts';
import { type Routing, trunksFor } from '../../routing/index.ts';
import { rateOpened } from '../money/rate-opened.ts';
import { accountClosed, noRoute } from '../record/calls-problems.ts';
import { forwardingUnavailable } from './forwarding-problems.ts';

export type PriceForwardDeps = {
  database: Database;
  rating: Pick<Rating, 'rateTyped' | 'lookUp'>;
  routing: Routing;
  /** Null: nothing is there that forwards. */
  bridge: object | null;
};

/** `leastMicros`: its first step, below which there is no call. */
export type PricedForward = { price: ForwardPrice; leastMicros: Micros; currency: string };

/**
 * What a minute costs an account of a call that is forwarded to a number (E.164). Refuses what `initiateCall` refuses of the number:
 * emergency and unknown numbers, blocked destinations, those that nothing carries.
 */
export async function priceForward(
  deps: PriceForwardDeps,
  wanted: { accountId: string; to: string },
): Promise<PricedForward> {
  const { accountId, to } = wanted;
  if (deps.bridge === null) throw forwardingUnavailable();
  const account = await findAccount(deps.database, accountId);
  if (account === null || account.state === 'closed') throw accountClosed();
  const rated = await rateOpened(deps, accountId, { typed: to, rateTable: account.rateTable });
  const trunks = trunksFor(await deps.routing.trunks(), { number: rated.number, accountState: account.state });
  if (trunks.length === 0) throw noRoute();
  const { number, terms } = rated;
  return { price: { number, terms: termsReply(terms) }, leastMicros: priceCall(terms, 1), currency: terms.currency };
}
