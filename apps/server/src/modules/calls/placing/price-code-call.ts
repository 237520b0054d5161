import { type DestinationKind, type Micros, micros, type RateTerms } from '@farline/contracts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { isFree, priceCall, type Rating, termsReply } from '../../rating/index.ts';
import { isPractice, type Routing, trunksFor } from '../../routing/index.ts';
import { allowanceFor } from '../money/call-allowance.ts';
import { findPayer, payingWallet } from '../money/payer-store.ts';
import { rateOpened } from '../money/rate-opened.ts';
import { accountClosed, noRoute, outOfCredit, paymentOwed } from '../record/calls-problems.ts';
import {
  numberIsNoPersons,
  verificationNeedsRealCall,
  verificationSandboxOnly,
  verificationUnavailable,
} from './code-call-problems.ts';

export type PriceCodeCallDeps = {
  database: Database;
  clock: Clock;
  rating: Pick<Rating, 'rateTyped' | 'lookUp' | 'groupOf'>;
  routing: Routing;
  /** Null: nothing is there that places it. */
  bridge: object | null;
};

/** What people own and are called at; nothing that pays whoever is called. */
const OF_PEOPLE: DestinationKind[] = ['fixed', 'mobile', 'voip', 'toll_free'];
/** The code is said twice in half of it. */
const LONGEST_SECONDS = 60;

/**
 * What a call costs that says a code to a telephone: at most a minute of it, from the account's money. Refuses what `initiateCall` refuses of the
 * number, numbers that no person has, and practice calls, which ring no telephone.
 */
export async function priceCodeCall(
  deps: PriceCodeCallDeps,
  wanted: { accountId: string; number: string; defaultCountry: string | undefined },
): Promise<{ price: { number: string; terms: RateTerms }; mostMicros: Micros; currency: string }> {
  const { accountId, number: typed, defaultCountry } = wanted;
  if (deps.bridge === null) throw verificationUnavailable();
  const payer = await findPayer(deps.database, { accountId, callerId: null, at: deps.clock.now() });
  if (payer === null || payer.state === 'closed') throw accountClosed();
  const rated = await rateOpened(deps, accountId, { typed, rateTable: payer.rateTable, defaultCountry });
  const { number, terms, destination } = rated;
  if (!OF_PEOPLE.includes(destination.kind)) throw numberIsNoPersons();
  // Of whoever has paid: funds help nobody where there is nothing but sandboxes.
  const trunks = trunksFor(await deps.routing.trunks(), { number, accountState: 'active' });
  if (isPractice(trunks)) throw verificationSandboxOnly();
  if (payer.state !== 'active') throw verificationNeedsRealCall();
  if (trunks.length === 0) throw noRoute();
  if (payer.owes) throw paymentOwed();
  const { availableMicros } = payingWallet(payer, { isPractice: false, terms });
  const included = allowanceFor(deps.rating, rated, payer.allowances)?.availableSeconds ?? 0;
  if (availableMicros < priceCall(terms, 1) && included < LONGEST_SECONDS) throw outOfCredit();
  const mostMicros = isFree(terms) ? micros(0n) : priceCall(terms, LONGEST_SECONDS);
  return { price: { number, terms: termsReply(terms) }, mostMicros, currency: terms.currency };
}
