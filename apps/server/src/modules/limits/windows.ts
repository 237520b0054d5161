import { dayOf, hourOf, type Span } from '../../platform/local-days.ts';

/** The day and the hour in which spending is counted. */
export type Windows = { day: Span; hour: Span };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The shortest day there is, where the clocks go forward; with something to spare. */
const SHORTEST_DAY_MS = 22 * HOUR_MS;
const SHORTEST_HOUR_MS = 59 * MINUTE_MS;

/**
 * The day and hour that count at an instant. What was begun is kept to its end, and what follows is never shorter than a
 * day or an hour: another time zone in the profile gives nobody a second day today.
 */
export function windowsAt(at: Date, timeZone: string, kept: Windows | null): Windows {
  return {
    day: next(at, kept?.day ?? null, {
      begun: () => dayOf(at, timeZone),
      least: SHORTEST_DAY_MS,
      further: (end) => dayOf(end, timeZone).to,
    }),
    hour: next(at, kept?.hour ?? null, {
      begun: () => hourOf(at, timeZone),
      least: SHORTEST_HOUR_MS,
      further: (end) => new Date(end.getTime() + HOUR_MS),
    }),
  };
}

/** What is kept is there for the asking; the clocks of a time zone are expensive to ask. */
function next(
  at: Date,
  kept: Span | null,
  rule: { begun: () => Span; least: number; further: (end: Date) => Date },
): Span {
  if (kept === null) return rule.begun();
  if (kept.to > at) return kept;
  const { from, to } = rule.begun();
  const isTooShort = to.getTime() - kept.to.getTime() < rule.least;
  return { from, to: isTooShort ? rule.further(to) : to };
}
