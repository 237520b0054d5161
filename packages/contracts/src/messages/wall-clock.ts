/** What the clocks of a place show, `2027-03-28T09:00`, and the place's time zone of the IANA database. */
export type WallClock = { local: string; timeZone: string };

const DAY_MS = 24 * 60 * 60_000;

/**
 * When the clocks of a place show a time. A time that they skip counts as if they had not been put forward yet, and of one
 * that they show twice the first is meant (RFC 5545 §3.3.5). Null: no such time or place.
 */
export function instantOf({ local, timeZone }: WallClock): Date | null {
  const asUtcMs = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtcMs) || !isTimeZone(timeZone)) return null;
  const before = asUtcMs - offsetMs(asUtcMs - DAY_MS, timeZone);
  const after = asUtcMs - offsetMs(asUtcMs + DAY_MS, timeZone);
  const isShown = (ms: number) => ms + offsetMs(ms, timeZone) === asUtcMs;
  const [first] = [before, after].filter(isShown).sort((one, other) => one - other);
  return new Date(first ?? before);
}

/** What the clocks of a place show at an instant, to the minute. */
export function wallClockAt(at: Date, timeZone: string): WallClock {
  const shown = new Date(at.getTime() + offsetMs(at.getTime(), timeZone));
  return { local: shown.toISOString().slice(0, 16), timeZone };
}

/** Whether the IANA database has such a time zone. */
export function isTimeZone(name: string): boolean {
  return clocksOf(name) !== null;
}

/** How far the clocks of a place are before UTC at an instant. */
function offsetMs(atMs: number, timeZone: string): number {
  const clocks = clocksOf(timeZone);
  if (clocks === null) throw new RangeError(`there is no time zone ${timeZone}`);
  const shown = Object.fromEntries(
    clocks.formatToParts(new Date(atMs)).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1_000) * 1_000;
}

/** To make one takes fifty times as long as to ask it, and each call that comes in asks; there are some six hundred names of time zones. */
const MOST_KEPT = 1_000;
const kept = new Map<string, Intl.DateTimeFormat>();

/** The clocks of a time zone; null: there is none of that name. */
function clocksOf(timeZone: string): Intl.DateTimeFormat | null {
  // They have the same clocks in any letters, and come from requests.
  const name = timeZone.toLowerCase();
  const known = kept.get(name);
  if (known !== undefined) return known;
  const made = makeClocks(timeZone);
  if (made !== null && kept.size < MOST_KEPT) kept.set(name, made);
  return made;
}

function makeClocks(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return null;
  }
}
