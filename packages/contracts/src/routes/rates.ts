import { defineRoute } from '../define-route.ts';
import { countriesReply, ratesQuery, ratesReply } from '../rates.ts';

export const rateRoutes = {
  countries: defineRoute('GET /rates/countries', {
    tag: 'rates',
    access: 'anyone',
    summary: 'List the countries that can be called',
    reply: countriesReply,
  }),
  list: defineRoute('GET /rates', {
    tag: 'rates',
    access: 'anyone',
    summary: 'List the rates of one country or of all',
    query: ratesQuery,
    reply: ratesReply,
  }),
};
