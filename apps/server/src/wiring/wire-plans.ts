import { countCalls } from '../modules/calls/index.ts';
import { countSent } from '../modules/messages/index.ts';
import { createPlans } from '../modules/plans/index.ts';
import type { Rating } from '../modules/rating/index.ts';
import type { Routing } from '../modules/routing/index.ts';
import type { ServerModule } from '../platform/server-module.ts';
import type { Foundation } from '../lay-foundation.ts';
import type { Base } from './base.ts';
import { CURRENCY } from './settings.ts';

/** Plans show what was used of calls and messages, and whether what is called rings at all. */
export function wirePlans(
  { gateways: { paymentProvider: provider } }: Foundation,
  { base, rating, routing }: { base: Base; rating: Rating; routing: Routing },
): ServerModule {
  return createPlans({
    ...base,
    rating,
    provider,
    reachesRealPhones: routing.reachesRealPhones,
    countCalls,
    countMessages: countSent,
    currency: CURRENCY,
  });
}
