import type { calculateCostReply } from '@farline/contracts';
import type { z } from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import type { Executor } from '../../../platform/database.ts';
import { type Rating, SAMPLE_RATE_TABLE, paidByView } from '../../rating/index.ts';
import { isPractice, type Routing, trunksFor } from '../../routing/index.ts';
import { secondsByGroup } from './call-allowance.ts';
import { findPayer, type Payer, payingWallet } from './payer-store.ts';
import { rateOpened } from './rate-opened.ts';

type CostDeps = {
  database: Executor;
  clock: Clock;
  rating: Pick<Rating, 'rateTyped' | 'lookUp' | 'estimateCost'>;
  routing: Routing;
};

/** What a call would cost, what pays for it and for how long that lasts. `accountId` null: whoever asks is not signed in. */
export async function costOfCall(
  deps: CostDeps,
  asked: { accountId: string | null; to: string; durationSeconds: number; defaultCountry: string | undefined },
): Promise<z.infer<typeof calculateCostReply>> {
  const { accountId, durationSeconds, defaultCountry } = asked;
  const at = deps.clock.now();
  const payer = accountId === null ? null : await findPayer(deps.database, { accountId, callerId: null, at });
  const typed = { typed: asked.to, defaultCountry, rateTable: payer?.rateTable ?? SAMPLE_RATE_TABLE };
  const rated = accountId === null ? deps.rating.rateTyped(typed) : await rateOpened(deps, accountId, typed);
  const practice = payer === null ? null : await wouldBePractice(deps, payer, rated.number);
  const paying =
    payer === null || practice === null ? null : payingWallet(payer, { isPractice: practice, terms: rated.terms });
  return {
    ...deps.rating.estimateCost({
      rated,
      durationSeconds,
      availableMicros: paying?.availableMicros ?? null,
      includedSeconds: secondsByGroup(payer?.allowances ?? []),
    }),
    isPractice: practice,
    paidBy: paying === null ? null : paidByView(paying.paidBy),
  };
}

async function wouldBePractice({ routing }: CostDeps, { state }: Payer, number: string): Promise<boolean> {
  const accountState = state === 'closed' ? 'trial' : state;
  return isPractice(trunksFor(await routing.trunks(), { number, accountState }));
}
