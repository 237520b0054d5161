import { rateRoutes } from '@farline/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serveRoutes } from '../../platform/serve-routes.ts';
import { listCountries, listRates, listSegmentRates } from './list-rates.ts';
import type { Rating } from './rating.ts';
import { SAMPLE_RATE_TABLE } from './sample-rates.ts';

/** What everybody may see: the countries that can be called, and the rates. A browser asks again only what changed. */
export function addRatingRoutes(app: FastifyInstance, deps: { rating: Rating; publicRateTable?: string }): void {
  const serve = serveRoutes(app, {});
  const book = () => deps.rating.book(deps.publicRateTable ?? SAMPLE_RATE_TABLE);
  /** Answers 304 to who has this state of the rates already (RFC 9110 §13.1.2). */
  const unlessKnown = async (request: FastifyRequest, reply: FastifyReply) => {
    const { name, version, staleAt } = book();
    // Between two changes of its rows, a book differs from the next one by the date that it waits for.
    const state = `W/"${name}-${version}-${staleAt?.getTime() ?? 'open'}"`;
    reply.headers({ etag: state, 'cache-control': 'no-cache' });
    // Found in the list as it stands: to take one of thousands of blanks apart may cost the square of their number.
    if (request.headers['if-none-match']?.includes(state) === true) await reply.code(304).send();
  };

  serve(rateRoutes.countries, async () => ({ countries: listCountries(book()) }), { preHandler: unlessKnown });

  serve(
    rateRoutes.list,
    async ({ query: { countryCode = null } }) => ({
      rates: listRates(book(), countryCode),
      messageRates: listSegmentRates(book(), countryCode),
    }),
    { preHandler: unlessKnown },
  );
}
