import { readListView } from './call-filters.ts';

/** How the calls are shown: as the people they were with, or as a list of each. */
export type CallsView = 'people' | 'all';

/** What the address bar says of the people: what is searched for among them, and whose thread is open. */
export interface PeopleView {
  q: string;
  peer: string | null;
}

const PEER = /^\+\d{1,15}$/;
const Q_MAX = 60;

/** What an address asks for; null: it leaves that open. One that narrows the list of calls down, or opens one, is of that list. */
export function askedView(search: URLSearchParams): CallsView | null {
  const view = search.get('view');
  if (view === 'people' || view === 'all') return view;
  if (readPeopleView(search).peer !== null) return 'people';
  const { filters, page, callId } = readListView(search);
  return Object.keys(filters).length > 0 || page > 1 || callId !== null ? 'all' : null;
}

/** Reads the address bar; what makes no sense there is as if it were not there. */
export function readPeopleView(search: URLSearchParams): PeopleView {
  const peer = search.get('with') ?? '';
  return { q: search.get('q')?.trim().slice(0, Q_MAX) ?? '', peer: PEER.test(peer) ? peer : null };
}

/** Where people are shown so. */
export function peoplePath({ q, peer }: PeopleView): string {
  const search = new URLSearchParams({ view: 'people' });
  if (q.trim() !== '') search.set('q', q.trim());
  if (peer !== null) search.set('with', peer);
  return `/calls?${search}`;
}
