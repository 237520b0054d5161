import type { CallFilters, CallStatus } from '@farline/contracts/calls';
import { isDay } from '../../lib/format/is-day.ts';

/** What the address bar says about the list: its filters, its page, and the call whose details are shown. */
export interface ListView {
  filters: CallFilters;
  page: number;
  callId: string | null;
}

const STATUSES: readonly CallStatus[] = ['completed', 'failed', 'cancelled', 'in-progress', 'ringing', 'initiated'];
const COUNTRY = /^[A-Z]{2}$/;
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Reads the address bar; what makes no sense there is as if it were not there. */
export function readListView(search: URLSearchParams): ListView {
  const filters: CallFilters = {};
  const q = search.get('q')?.trim().slice(0, 60) ?? '';
  if (q !== '') filters.q = q;
  const status = STATUSES.find((one) => one === search.get('status'));
  if (status !== undefined) filters.status = status;
  const country = search.get('country') ?? '';
  if (COUNTRY.test(country)) filters.countryCode = country;
  const from = search.get('from') ?? '';
  if (isDay(from)) filters.from = from;
  const to = search.get('to') ?? '';
  if (isDay(to)) filters.to = to;
  const page = Number(search.get('page') ?? 1);
  const id = search.get('call') ?? '';
  return { filters, page: Number.isInteger(page) && page >= 1 ? page : 1, callId: ID.test(id) ? id : null };
}

/** Writes the address bar: that it is this list, and only what narrows it down or is opened, and no first page. */
export function writeListView({ filters, page, callId }: ListView): URLSearchParams {
  const search = new URLSearchParams({ view: 'all' });
  if (filters.q !== undefined && filters.q.trim() !== '') search.set('q', filters.q.trim());
  if (filters.status !== undefined) search.set('status', filters.status);
  if (filters.countryCode !== undefined) search.set('country', filters.countryCode);
  if (filters.from !== undefined) search.set('from', filters.from);
  if (filters.to !== undefined) search.set('to', filters.to);
  if (page > 1) search.set('page', String(page));
  if (callId !== null) search.set('call', callId);
  return search;
}

/** The filters as the API takes them, for the list and for its CSV file. */
export function filterQuery(filters: CallFilters): '' | `?${string}` {
  const query = new URLSearchParams(
    Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return query.size === 0 ? '' : `?${query}`;
}
