import type { EndReason } from '@farline/contracts/calls';

const STOPS: Partial<Record<EndReason, string>> = {
  destination_closed: 'destination',
  limit_per_minute: 'destination',
  limit_connection_fee: 'destination',
  limit_day: 'day',
  limit_hour: 'hour',
  limit_new_countries: 'new_countries',
  too_many_calls: 'calls',
};

/** What stopped a call: the name of the limit in the settings, or `destination` for an expensive one; null: no limit did. */
export function limitStop(reason: EndReason | null): string | null {
  return reason === null ? null : (STOPS[reason] ?? null);
}

/** Where what stopped a call is opened or lifted; null: no limit stopped it. */
export function limitPath(call: { reason: EndReason | null; to: string }): string | null {
  const stop = limitStop(call.reason);
  if (stop === null) return null;
  return stop === 'destination' ? openingPath(call.to) : `/settings/limits?lift=${stop}`;
}

/** Where the expensive destination of a number is opened. */
export function openingPath(number: string): string {
  return `/settings/limits?open=${encodeURIComponent(number)}`;
}
