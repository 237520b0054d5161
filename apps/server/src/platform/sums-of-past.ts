import { onceFor } from './once-for.ts';

/**
 * What was found in a database, by what was asked: at most so much of each database, and what was not asked for longest is forgotten. Whether it is still
 * so is for whoever asks to know. Within a transaction nothing is remembered of what was found outside.
 */
export function remember<Found>(most: number) {
  const foundBy = onceFor((_db: object) => new Map<string, Found>());
  return {
    before: (db: object, asked: string): Found | undefined => foundBy(db).get(asked),
    keep(db: object, asked: string, found: Found): void {
      const all = foundBy(db);
      all.delete(asked);
      all.set(asked, found);
      if (all.size > most) all.delete(all.keys().next().value ?? asked);
    },
  };
}

/** What was read in one statement: sums of what is over, all of it before `upTo`, and of what is not; and how often the past had changed by then. */
export type ReadSums<Sums, Position> = { upTo: Position; times: bigint; settled: Sums; open: Sums };

type Past<Sums> = { most: number; nothing: Sums; added: (one: Sums, other: Sums) => Sums };
type Span<Sums, Position> = {
  /** All that the sums depend on but where they end. */
  asked: string;
  first: Position;
  end: Position;
  sumSince: (since: Position) => Promise<ReadSums<Sums, Position>>;
};

/**
 * Sums of a span, of which what is over is remembered: only what came since is read, or all of it where the past has changed. Positions are in order,
 * and of so many spans sums are kept.
 */
export function sumsOfPast<Sums, Position extends Date | string>({ most, nothing, added }: Past<Sums>) {
  const remembered = remember<{ upTo: Position; times: bigint; sums: Sums }>(most);
  return async (database: object, { asked, first, end, sumSince }: Span<Sums, Position>): Promise<Sums> => {
    const known = remembered.before(database, asked);
    const base = known !== undefined && known.upTo <= end ? known : undefined;
    let settled = base?.sums ?? nothing;
    let found = await sumSince(base?.upTo ?? first);
    if (base !== undefined && base.times !== found.times) {
      settled = nothing;
      found = await sumSince(first);
    }
    settled = added(settled, found.settled);
    // Somebody else may have asked about a longer span.
    if (known === undefined || known.upTo <= found.upTo || known.times !== found.times) {
      remembered.keep(database, asked, { upTo: found.upTo, times: found.times, sums: settled });
    }
    return added(settled, found.open);
  };
}
