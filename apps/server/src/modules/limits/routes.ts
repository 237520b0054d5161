import { destinationAsked, limitRoutes, limitsChange, parseDecimal } from '@farline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { identityOf } from '../../platform/http-server.ts';
import { serveRoutes } from '../../platform/serve-routes.ts';
import { type Asker, changeLimits, type LimitsChange } from './change-limits.ts';
import { endLift, liftLimit } from './lift-limit.ts';
import type { LimitedAccount, LimitsDeps } from './limits-deps.ts';
import { NO_COUNTRY, viewLimits } from './limits-view.ts';
import { closeDestination, expensivenessOf, openDestination } from './open-destination.ts';

/** What may be spent, and who may change that. */
export function addLimitRoutes(app: FastifyInstance, deps: LimitsDeps): void {
  const serve = serveRoutes(app, { user: deps.requireUser });

  const accountOf = async (request: FastifyRequest): Promise<LimitedAccount> => {
    const { accountId } = identityOf(request);
    const account = await deps.accountOf(deps.database, accountId);
    if (account === null) throw new Error(`the signed-in account ${accountId} does not exist`);
    return account;
  };
  const reply = async (request: FastifyRequest) => ({
    spendingLimits: await viewLimits(deps, {
      account: await accountOf(request),
      userId: identityOf(request).userId,
    }),
  });
  const asked = async (request: FastifyRequest, { to, defaultCountry }: z.infer<typeof destinationAsked>) => {
    const account = await accountOf(request);
    const priced = deps.priceOfNumber({ typed: to, defaultCountry, rateTable: account.rateTable });
    return { account, priced };
  };
  const viewAsked = async (request: FastifyRequest, found: Awaited<ReturnType<typeof asked>>) => {
    const { account, priced } = found;
    const { accountId, userId } = identityOf(request);
    const { timeZone } = account;
    const now = deps.clock.now();
    const expense = await expensivenessOf(deps.database, deps.usual, { accountId, userId, timeZone, priced, now });
    return {
      destination: {
        number: priced.number,
        countryCode: priced.countryCode === NO_COUNTRY ? null : priced.countryCode,
        kind: priced.kind,
        terms: priced.terms,
        ...expense,
      },
    };
  };

  serve(limitRoutes.show, reply);

  serve(limitRoutes.change, async (request) => {
    const { owner, limits, password } = request.body;
    await changeLimits(deps, { ...askerOf(request), owner, wanted: changeOf(limits), password: password ?? null });
    return await reply(request);
  });

  serve(limitRoutes.lift, async (request) => {
    const { limit } = request.params;
    const { password } = request.body;
    await liftLimit(deps, { ...askerOf(request), account: await accountOf(request), limit, password });
    return await reply(request);
  });

  serve(limitRoutes.endLift, async (request) => {
    await endLift(deps, { ...askerOf(request), limit: request.params.limit });
    return await reply(request);
  });

  serve(limitRoutes.askDestination, async (request) => await viewAsked(request, await asked(request, request.query)));

  serve(limitRoutes.openDestination, async (request) => {
    const found = await asked(request, request.body);
    const { timeZone } = found.account;
    const { password } = request.body;
    await openDestination(deps, { ...askerOf(request), timeZone, priced: found.priced, password });
    return await viewAsked(request, found);
  });

  serve(limitRoutes.closeDestination, async (request) => {
    const [countryCode = '', kind = ''] = request.params.id.split('-');
    await closeDestination(deps, { ...askerOf(request), countryCode, kind });
    return await reply(request);
  });
}

/** Absent stays, null is the usual one again; the contract has seen that the amounts can be read. */
function changeOf(limits: z.infer<typeof limitsChange>['limits']): LimitsChange {
  const money = (text: string | null) => (text === null ? null : parseDecimal(text));
  return {
    ...(limits.day === undefined ? {} : { dayMicros: money(limits.day) }),
    ...(limits.hour === undefined ? {} : { hourMicros: money(limits.hour) }),
    ...(limits.perMinute === undefined ? {} : { perMinuteMicros: money(limits.perMinute) }),
    ...(limits.connectionFee === undefined ? {} : { connectionMicros: money(limits.connectionFee) }),
    ...(limits.calls === undefined ? {} : { calls: limits.calls }),
    ...(limits.newCountries === undefined ? {} : { newCountries: limits.newCountries }),
  };
}

const askerOf = (request: FastifyRequest): Asker => ({ identity: identityOf(request), address: request.ip });
