import type { CallerDoubt, IncomingAsk, Verstat } from '@farline/contracts';
import type { Database, Executor } from '../../../platform/database.ts';
import { existsInPlan } from '../../rating/index.ts';
import type { Trunk } from '../../routing/index.ts';
import { doubtOf, isNeighbour } from './doubt-caller.ts';
import type { KnownIncoming } from './incoming-facts-store.ts';

export type FindDoubtDeps = {
  database: Database;
  namesOfNumbers: (db: Executor, accountId: string, numbers: readonly string[]) => Promise<ReadonlyMap<string, string>>;
};

/** What the sandbox network calls from, which no plan has: its own numbers, and those that Britain keeps for films (Ofcom, Numbers for drama use). */
const SANDBOX = /^\+(?:999|447700900)/;

/** Why the number that a call from a trunk shows is not to be trusted; null: nothing speaks against it, or it shows none. */
export async function findDoubt(
  { database, namesOfNumbers }: FindDoubtDeps,
  call: {
    accountId: string;
    from: string | null;
    called: string;
    trunk: Trunk;
    verstat: IncomingAsk['verstat'];
    known: KnownIncoming;
  },
): Promise<CallerDoubt | null> {
  const { accountId, from: number, called, trunk, known } = call;
  if (number === null) return null;
  const isKnown = isNeighbour(number, called) && (await namesOfNumbers(database, accountId, [number])).has(number);
  const isSandbox = trunk.kind === 'sandbox' && SANDBOX.test(number);
  const verstat: Verstat = call.verstat ?? '';
  return doubtOf({
    number,
    called,
    verstat,
    exists: isSandbox || existsInPlan(number),
    isCallingOut: known.isCallingOut,
    isKnown,
    isOfThisHouse: known.isOfThisHouse,
    isBlocked: known.isBlockedInMessages,
  });
}
