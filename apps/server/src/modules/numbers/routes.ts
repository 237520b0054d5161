import { numberRoutes } from '@farline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { identityOf } from '../../platform/http-server.ts';
import { serveRoutes } from '../../platform/serve-routes.ts';
import { accountOfRequest } from '../accounts/index.ts';
import { changeNumber } from './change-number.ts';
import { named } from './number-problems.ts';
import { viewNumber, viewOffer, viewOwnNumbers } from './number-view.ts';
import { countriesOfOffers, searchOffers } from './offers-store.ts';
import { releaseNumber } from './release-number.ts';
import { type RentDeps, rentNumber } from './rent-number.ts';

export type NumberRouteDeps = RentDeps & { requireUser: (request: FastifyRequest) => Promise<void> };

/** What people do with their numbers: look for one, rent it, name it, give it back. */
export function addNumberRoutes(app: FastifyInstance, deps: NumberRouteDeps): void {
  const serve = serveRoutes(app, { user: deps.requireUser });
  const mine = async ({ accountId }: { accountId: string }) =>
    await viewOwnNumbers(deps.database, { accountId, at: deps.clock.now() });
  const askerOf = async (request: FastifyRequest) => {
    const { id: accountId, currency } = await accountOfRequest(deps.database, request);
    return { accountId, currency, now: deps.clock.now() };
  };

  serve(numberRoutes.list, async (request) => await mine(identityOf(request)));

  serve(numberRoutes.offers, async (request) => {
    const { country, type, digits, where, cursor, limit } = request.query;
    const found = await searchOffers(deps.database, {
      country: country?.toUpperCase() ?? null,
      kind: type ?? null,
      digits: digits === undefined ? null : { text: digits, isAtEnd: where === 'end' },
      asker: await askerOf(request),
      after: cursor ?? null,
      most: limit + 1,
    });
    const shown = found.slice(0, limit);
    return { numbers: shown.map(viewOffer), nextCursor: found.length > limit ? (shown.at(-1)?.e164 ?? null) : null };
  });

  serve(numberRoutes.countries, async (request) => {
    const countries = await countriesOfOffers(deps.database, await askerOf(request));
    return { countries: countries.map(({ country, kinds, count }) => ({ country, types: kinds, count })) };
  });

  serve(numberRoutes.rent, async (request) => {
    const { accountId, userId } = identityOf(request);
    const { number } = request.body;
    await rentNumber(deps, { accountId, userId, ...request.body });
    return { number: await viewNumber(deps.database, { accountId, number }) };
  });

  serve(numberRoutes.change, async (request) => {
    const { accountId } = identityOf(request);
    const number = named(request.params);
    const { label, isDefault = false } = request.body;
    await changeNumber(deps, { accountId, number, label, isDefault });
    return { number: await viewNumber(deps.database, { accountId, number }) };
  });

  serve(numberRoutes.release, async (request) => {
    const identity = identityOf(request);
    await releaseNumber(deps, { ...identity, number: named(request.params) });
    return await mine(identity);
  });
}
