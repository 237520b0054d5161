import { firstIdAt } from '../../../platform/ids.ts';

/**
 * Calls that began in one month (UTC), `2026-03`; or, `before-2026-03`, all that began before a month: what there was when calls
 * were first kept by the month. Their ids are from `firstId` (null: from the very first) to before `endId`.
 */
export type Month = { name: string; firstId: string | null; endId: string; end: Date };

const NAME = /^(before-)?(\d{4})-(0[1-9]|1[0-2])$/;

/** The month of a name; null for what is no name of one. */
export function monthOf(name: string): Month | null {
  const [whole, before, year, number] = NAME.exec(name) ?? [];
  if (whole === undefined) return null;
  const start = (ahead: number) => new Date(Date.UTC(Number(year), Number(number) - 1 + ahead, 1));
  if (before !== undefined) return { name, firstId: null, endId: firstIdAt(start(0)), end: start(0) };
  return { name, firstId: firstIdAt(start(0)), endId: firstIdAt(start(1)), end: start(1) };
}

/** The month that an instant is in. */
export function monthAt(instant: Date): Month {
  const month = monthOf(instant.toISOString().slice(0, 'YYYY-MM'.length));
  if (month === null) throw new Error(`No month is named for ${instant.toISOString()}`);
  return month;
}

/** The months, in turn, that begin before `until` and from the end of all of `kept` on. */
export function monthsMissing(kept: readonly Month[], until: Date): Month[] {
  const missing: Month[] = [];
  let next = new Date(Math.max(...kept.map(({ end }) => end.getTime())));
  while (next < until) {
    const month = monthAt(next);
    missing.push(month);
    next = month.end;
  }
  return missing;
}
