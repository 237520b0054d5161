import { numberRoutes, type OfferKind } from '@farline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { identityOf } from '../../platform/http-server.ts';
import type { Log } from '../../platform/log.ts';
import { serveRoutes } from '../../platform/serve-routes.ts';
import { type Account, accountOfRequest } from '../accounts/index.ts';
import { changeNumber } from './renting/change-number.ts';
import { named } from './record/number-problems.ts';
import { viewNumber, viewOffers, viewOwnNumbers } from './record/number-view.ts';
import { countriesOfOffers, type OfferSearch, searchOffers } from './record/offers-store.ts';
import type { NumberSource } from './provider/order-deps.ts';
import { orderFromProvider } from './provider/order-from-provider.ts';
import { searchProvider } from './provider/search-provider.ts';
import { releaseNumber } from './renting/release-number.ts';
import { type NumberOrder, type RentDeps, rentNumber } from './renting/rent-number.ts';
import { isOffered } from './record/verified-store.ts';

export type NumberRouteDeps = RentDeps & {
  log: Log;
  requireUser: (request: FastifyRequest) => Promise<void>;
  /** Where numbers come from beside the catalogue; null: from nowhere. */
  numberSource: NumberSource | null;
};

/** What people do with their numbers: look for one, rent it, name it, give it back. */
export function addNumberRoutes(app: FastifyInstance, deps: NumberRouteDeps): void {
  const serve = serveRoutes(app, { user: deps.requireUser });
  const mine = async ({ accountId }: { accountId: string }) =>
    await viewOwnNumbers(deps.database, { accountId, at: deps.clock.now() });
  const askerOf = ({ id: accountId, currency }: Account) => ({ accountId, currency, now: deps.clock.now() });

  serve(numberRoutes.list, async (request) => await mine(identityOf(request)));

  serve(numberRoutes.offers, async (request) => {
    const { cursor, limit } = request.query;
    const account = await accountOfRequest(deps.database, request);
    const asker = askerOf(account);
    const wanted = { ...wantedIn(request.query), after: cursor ?? null, most: limit + 1 };
    const found = await searchOffers(deps.database, { ...wanted, asker });
    const shown = found.slice(0, limit);
    const numbers = await viewOffers(deps.database, { offers: shown, account, at: asker.now });
    return { numbers, nextCursor: found.length > limit ? (shown.at(-1)?.e164 ?? null) : null };
  });

  serve(numberRoutes.countries, async (request) => {
    const asker = askerOf(await accountOfRequest(deps.database, request));
    const countries = await countriesOfOffers(deps.database, asker);
    return {
      countries: countries.map(({ country, kinds, count }) => ({ country, types: kinds, count })),
      providerCountries: [...(deps.numberSource?.prices.countries ?? [])],
    };
  });

  serve(numberRoutes.providerOffers, async (request) => {
    const account = await accountOfRequest(deps.database, request);
    return await searchProvider({ ...deps, source: deps.numberSource }, { account, wanted: wantedIn(request.query) });
  });

  serve(numberRoutes.rent, async (request) => {
    const { accountId, userId } = identityOf(request);
    const { number } = request.body;
    await rent(deps, { accountId, userId, ...request.body });
    const { numbers, orders } = await mine({ accountId });
    const rented = numbers.find((one) => one.number === number) ?? null;
    const order = rented === null ? orders.find((one) => one.number === number) : undefined;
    return { number: rented, order: order ?? null };
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

/** What somebody looks for. */
function wantedIn(query: {
  country?: string | undefined;
  type?: OfferKind | undefined;
  digits?: string | undefined;
  where: 'end' | 'anywhere';
}): OfferSearch {
  const { country, type, digits, where } = query;
  return {
    country: country?.toUpperCase() ?? null,
    kind: type ?? null,
    digits: digits === undefined ? null : { text: digits, isAtEnd: where === 'end' },
  };
}

/** From the catalogue if the number is in it, else from the provider. */
async function rent({ numberSource: source, ...deps }: NumberRouteDeps, order: NumberOrder): Promise<void> {
  if (source === null || (await isOffered(deps.database, order.number))) return await rentNumber(deps, order);
  await orderFromProvider({ ...deps, source }, order);
}
