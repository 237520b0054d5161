import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import type { FilePath } from '../../lib/api/api-routes.ts';

export interface Span {
  from: string;
  to: string;
  zone: string;
}

/** What the calls of some days came to, by day, country and destination. What was shown stays until the next answer. */
export const insightQuery = (span: Span) =>
  queryOptions({
    queryKey: ['insight', span],
    queryFn: async () => {
      const [days, countries, destinations] = await Promise.all([
        api('GET /insight/calls', { query: { ...span, by: 'day' } }),
        api('GET /insight/calls', { query: { ...span, by: 'country' } }),
        api('GET /insight/calls', { query: { ...span, by: 'destination' } }),
      ]);
      return {
        total: days.total,
        days: days.by === 'day' ? days.items : [],
        countries: countries.by === 'country' ? countries.items : [],
        destinations: destinations.by === 'destination' ? destinations.items : [],
      };
    },
    placeholderData: keepPreviousData,
  });

/** The route that gives the same as a CSV file. */
export function csvPathOf(span: Span, by: 'day' | 'country' | 'destination'): FilePath {
  return `/insight/calls.csv?${new URLSearchParams({ ...span, by }).toString()}`;
}

/** The same of messages, by day, country and person. */
export const messageInsightQuery = (span: Span) =>
  queryOptions({
    queryKey: ['insight', 'messages', span],
    queryFn: async () => {
      const [days, countries, people] = await Promise.all([
        api('GET /insight/messages', { query: { ...span, by: 'day' } }),
        api('GET /insight/messages', { query: { ...span, by: 'country' } }),
        api('GET /insight/messages', { query: { ...span, by: 'person' } }),
      ]);
      return {
        total: days.total,
        days: days.by === 'day' ? days.items : [],
        countries: countries.by === 'country' ? countries.items : [],
        people: people.by === 'person' ? people.items : [],
      };
    },
    placeholderData: keepPreviousData,
  });

export function messageCsvPathOf(span: Span, by: 'day' | 'country' | 'person'): FilePath {
  return `/insight/messages.csv?${new URLSearchParams({ ...span, by }).toString()}`;
}
