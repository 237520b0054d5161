let shown: string | undefined;
const listeners = new Set<() => void>();

/** Chooses the zone in which times are shown: the account's. Undefined is the browser's own. */
export function showTimesIn(timeZone: string | undefined): void {
  if (timeZone === shown) return;
  shown = timeZone;
  for (const listener of listeners) listener();
}

/** Calls back when times are shown in another zone; gives what stops that. */
export function onTimeZone(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The zone in which times are shown; undefined is the browser's own. */
export function shownTimeZone(): string | undefined {
  return shown;
}

/** The day on which an instant falls, `2026-03-31`, in the shown zone or another. */
export function dayIn(instant: Date, timeZone: string | undefined = shown): string {
  // Swedish dates are ISO 8601 dates.
  return new Intl.DateTimeFormat('sv-SE', {
    ...(timeZone === undefined ? {} : { timeZone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(instant);
}

/** The day that it is now, in the shown zone or another. */
export function todayIn(timeZone: string | undefined = shown): string {
  return dayIn(new Date(), timeZone);
}

/** A day so many days after another; negative: before. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Every zone that this browser knows, with the one that is in force if it is missing there. */
export function knownTimeZones(inForce: string): string[] {
  const known = Intl.supportedValuesOf('timeZone');
  const all = known.includes('UTC') ? known : ['UTC', ...known];
  return all.includes(inForce) ? all : [inForce, ...all];
}

/** How far a zone is from UTC at this moment: `UTC+02:00`. */
export function offsetOf(timeZone: string, now: Date = new Date()): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return name === 'GMT' ? 'UTC' : name.replace('GMT', 'UTC');
}
