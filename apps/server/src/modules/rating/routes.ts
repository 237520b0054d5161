import { countriesReply, ratesQuery, ratesReply } from '@farline/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type HttpServer, refusals } from '../../platform/http-server.ts';
import { listCountries, listRates } from './list-rates.ts';
import type { Rating } from './rating.ts';
import { SAMPLE_RATE_TABLE } from './sample-rates.ts';

const tags = ['rates'];

/** What everybody may see: the countries that can be called, and the rates. A browser asks again only what changed. */
export function addRatingRoutes(app: HttpServer, deps: { rating: Rating; publicRateTable?: string }): void {
  const book = () => deps.rating.book(deps.publicRateTable ?? SAMPLE_RATE_TABLE);
  /** Answers 304 to who has this state of the rates already (RFC 9110 §13.1.2). */
  const unlessKnown = async (request: FastifyRequest, reply: FastifyReply) => {
    const { name, version, staleAt } = book();
    // Between two changes of its rows, a book differs from the next one by the date that it waits for.
    const state = `W/"${name}-${version}-${staleAt?.getTime() ?? 'open'}"`;
    reply.headers({ etag: state, 'cache-control': 'no-cache' });
    if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(state)) await reply.code(304).send();
  };

  app.get(
    '/rates/countries',
    {
      preHandler: unlessKnown,
      schema: { tags, summary: 'The countries that can be called', response: { 200: countriesReply, ...refusals } },
    },
    async () => ({ countries: listCountries(book()) }),
  );

  app.get(
    '/rates',
    {
      preHandler: unlessKnown,
      schema: {
        tags,
        summary: 'The rates of a country, or of all',
        querystring: ratesQuery,
        response: { 200: ratesReply, ...refusals },
      },
    },
    async (request) => ({ rates: listRates(book(), request.query.countryCode ?? null) }),
  );
}
