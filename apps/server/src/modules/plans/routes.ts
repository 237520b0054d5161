import { planRoutes, toMoney, toNumber } from '@farline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { identityOf } from '../../platform/http-server.ts';
import { serveRoutes } from '../../platform/serve-routes.ts';
import { findAccount } from '../accounts/index.ts';
import { walletView } from '../ledger/index.ts';
import { allowancesOf, type PlanViewDeps } from './plan-view.ts';
import { findSubscription } from './subscriptions-store.ts';
import { type UsageDeps, usageThisMonth } from './usage-this-month.ts';

export type BillingDeps = UsageDeps &
  PlanViewDeps & {
    requireUser: (request: FastifyRequest) => Promise<void>;
    /** Whether any call from here reaches a real phone. */
    reachesRealPhones: () => Promise<boolean>;
  };

/** The specification's /billing calls. */
export function addBillingRoutes(app: FastifyInstance, deps: BillingDeps): void {
  const serve = serveRoutes(app, { user: deps.requireUser });

  serve(planRoutes.usage, async (request) => {
    const { accountId } = identityOf(request);
    const account = await findAccount(deps.database, accountId);
    if (account === null) throw new Error(`the signed-in account ${accountId} does not exist`);
    const {
      costMicros,
      callsMicros,
      practiceMicros,
      previousMicros,
      wallet,
      trialMicros,
      trialWithheldFor,
      ...counts
    } = await usageThisMonth(deps, deps.database, account, deps.clock.now());
    const subscription = await findSubscription(deps.database, accountId);
    return {
      usage: {
        currentMonth: {
          ...counts,
          cost: toNumber(costMicros),
          price: toMoney(costMicros, wallet.unit),
          callsPrice: toMoney(callsMicros, wallet.unit),
          practicePrice: toMoney(practiceMicros, account.currency),
        },
        previousMonth: { price: toMoney(previousMicros, wallet.unit) },
        allowances: subscription === null ? [] : await allowancesOf(deps, subscription),
      },
      balance: toNumber(wallet.balanceMicros),
      wallet: walletView(wallet),
      trialCredit: toMoney(trialMicros, account.currency),
      trialWithheldFor,
      reachesRealPhones: await deps.reachesRealPhones(),
    };
  });
}
