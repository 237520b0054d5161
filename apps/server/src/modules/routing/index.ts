import type { Database } from '../../platform/database.ts';
import { chooseTrunks, type Standing } from './choose-trunks.ts';
import { enabledTrunks } from './routing-store.ts';
import type { Trunk, TrunkRoute } from './trunk.ts';

export type { Standing } from './choose-trunks.ts';
export { seedSandboxTrunks } from './seed-sandbox-trunks.ts';
export type { TrunkRoute } from './trunk.ts';

const FRESH_MS = 1_000;

export type Routing = {
  /** The trunks to try for a number, in order, at most three; none: nobody carries it. Follows the table within a second. */
  trunksFor(wanted: { number: string; standing: Standing }): Promise<TrunkRoute[]>;
};

/** The choice of trunks over the table, read at most once a second. */
export function createRouting(database: Database): Routing {
  let read: { at: number; trunks: Promise<Trunk[]> } | null = null;

  const trunks = async () => {
    if (read === null || performance.now() - read.at > FRESH_MS) {
      const reading = { at: performance.now(), trunks: enabledTrunks(database) };
      read = reading;
      reading.trunks.catch(() => {
        if (read === reading) read = null;
      });
    }
    return await read.trunks;
  };

  return { trunksFor: async (wanted) => chooseTrunks(await trunks(), wanted) };
}
