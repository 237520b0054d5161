import type { Database } from '../../platform/database.ts';
import { reachesRealPhones } from './choose-trunks.ts';
import { enabledTrunks } from './routing-store.ts';
import type { Trunk } from './trunk.ts';

export {
  chooseTrunks,
  drawOrder,
  isPractice,
  MOST_TRUNKS,
  routesOver,
  type OpenAccountState,
  trunksFor,
} from './choose-trunks.ts';
export {
  changeLogin,
  changeTrunk,
  everyTrunk,
  type KeptTrunk,
  type SealedLogin,
  type TrunkChange,
} from './kept-trunks-store.ts';
export { createRegisterTrunks } from './register-trunks.ts';
export { countUnregistered, hurryRegistration } from './registrations-store.ts';
export { lockCapacities } from './routing-store.ts';
export { seedSandboxTrunks } from './seed-sandbox-trunks.ts';
export { createTrunkLogins, sealedPassword, type TrunkLogin } from './trunk-logins.ts';
export { type Trunk, trunkAt, type TrunkRoute } from './trunk.ts';

const FRESH_MS = 1_000;

export type Routing = {
  /** The trunks that may carry calls now, for `chooseTrunks`. Not for use inside a transaction: it may read the table. */
  trunks(): Promise<Trunk[]>;
  /** Whether any of them reaches real phones. */
  reachesRealPhones(): Promise<boolean>;
  /** What decides among trunks of one priority: a number from 0 up to 1, without 1. */
  random: () => number;
};

/** The trunks of the table, read at most once a second: a change counts within that. */
export function createRouting(database: Database, random: () => number = Math.random): Routing {
  let read: { at: number; trunks: Promise<Trunk[]> } | null = null;

  const trunks = async (): Promise<Trunk[]> => {
    if (read === null || performance.now() - read.at > FRESH_MS) {
      const reading = { at: performance.now(), trunks: enabledTrunks(database) };
      read = reading;
      reading.trunks.catch(() => {
        if (read === reading) read = null;
      });
    }
    return await read.trunks;
  };
  return { random, trunks, reachesRealPhones: async () => reachesRealPhones(await trunks()) };
}
