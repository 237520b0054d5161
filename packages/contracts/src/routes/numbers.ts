import { defineRoute } from '../define-route.ts';
import {
  numberChange,
  numberOrder,
  numberParams,
  offerCountriesReply,
  offersQuery,
  offersReply,
  ownNumberReply,
  ownNumbersReply,
} from '../numbers.ts';
import { COST_RATE_LIMIT } from '../rate-limit.ts';

export const numberRoutes = {
  list: defineRoute('GET /numbers', {
    tag: 'numbers',
    caller: 'user',
    summary: 'The numbers of the account, and what they cost',
    reply: ownNumbersReply,
  }),
  offers: defineRoute('GET /numbers/offers', {
    tag: 'numbers',
    caller: 'user',
    summary: 'Numbers that can be rented, with their prices',
    query: offersQuery,
    reply: offersReply,
    perCaller: COST_RATE_LIMIT,
  }),
  countries: defineRoute('GET /numbers/offers/countries', {
    tag: 'numbers',
    caller: 'user',
    summary: 'Where numbers can be rented',
    reply: offerCountriesReply,
    perCaller: COST_RATE_LIMIT,
  }),
  rent: defineRoute('POST /numbers', {
    tag: 'numbers',
    caller: 'user',
    summary: 'Rent a number, at the prices that were shown',
    body: numberOrder,
    status: 201,
    reply: ownNumberReply,
    isIdempotent: true,
    isConfirmedOnly: true,
    perCaller: COST_RATE_LIMIT,
  }),
  change: defineRoute('PATCH /numbers/{number}', {
    tag: 'numbers',
    caller: 'user',
    summary: 'Give a number a label, or have calls show it',
    params: numberParams,
    body: numberChange,
    reply: ownNumberReply,
  }),
  release: defineRoute('DELETE /numbers/{number}', {
    tag: 'numbers',
    caller: 'user',
    summary: 'Give a rented number back, at once',
    params: numberParams,
    reply: ownNumbersReply,
  }),
};
