import { wallClockAt } from '@farline/contracts/messages/wall-clock';
import { addDays } from '../../../lib/format/time-zone.ts';

/** A time zone whose clocks a time may be told by. */
export interface ZoneChoice {
  timeZone: string;
  isTheirs: boolean;
}

/** More than this is no choice but a search. */
const MOST_ZONES = 12;

/**
 * Whose clocks may tell when something is sent: theirs first, one zone for each time that it may be there, then one's own.
 * A zone that shows what one's own clocks show all year is left out.
 */
export function zonesFor(timeZones: readonly string[], own: string, now: Date): ZoneChoice[] {
  const year = now.getUTCFullYear();
  const probes = [new Date(Date.UTC(year, 0, 15)), new Date(Date.UTC(year, 6, 15)), now];
  const clocksOf = (timeZone: string) => probes.map((at) => wallClockAt(at, timeZone).local).join();
  const seen = new Set([clocksOf(own)]);
  const theirs = timeZones.filter((timeZone) => {
    const clocks = clocksOf(timeZone);
    return !seen.has(clocks) && seen.add(clocks);
  });
  return [
    ...theirs.slice(0, MOST_ZONES).map((timeZone) => ({ timeZone, isTheirs: true })),
    { timeZone: own, isTheirs: false },
  ];
}

/** When people like to be written to, by the clocks of a zone: tomorrow morning and evening, and Monday morning. */
export function suggestionsFor(timeZone: string, now: Date): string[] {
  const today = wallClockAt(now, timeZone).local.slice(0, 10);
  const tomorrow = addDays(today, 1);
  const toMonday = (8 - new Date(`${today}T00:00:00Z`).getUTCDay()) % 7 || 7;
  const monday = addDays(today, toMonday);
  return [...new Set([`${tomorrow}T09:00`, `${tomorrow}T18:00`, `${monday}T09:00`])];
}

/** The city that a time zone is named after: `Europe/London` is London. */
export function cityOf(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}
