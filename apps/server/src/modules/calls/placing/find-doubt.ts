import type { CallerDoubt, IncomingAsk, Verstat } from '@farline/contracts';
import type { Database, Executor } from '../../../platform/database.ts';
import { accountOfNumber, type KnowCaller } from '../../numbers/index.ts';
import { existsInPlan } from '../../rating/index.ts';
import type { Trunk } from '../../routing/index.ts';
import { isNumberCallingOut } from '../record/calls-store.ts';
import { doubtOf, isNeighbour } from './doubt-caller.ts';

export type FindDoubtDeps = {
  database: Database;
  knowCaller: KnowCaller;
  namesOfNumbers: (db: Executor, accountId: string) => Promise<ReadonlyMap<string, string>>;
};

/** Of the sandbox network: no country's plan has them. */
const SANDBOX = '+999';

/** Why the number that a call from a trunk shows is not to be trusted; null: nothing speaks against it, or it shows none. */
export async function findDoubt(
  { database, knowCaller, namesOfNumbers }: FindDoubtDeps,
  call: { accountId: string; from: string | null; called: string; trunk: Trunk; verstat: IncomingAsk['verstat'] },
): Promise<CallerDoubt | null> {
  const { accountId, from: number, called, trunk } = call;
  if (number === null) return null;
  const [known, owner] = await Promise.all([
    knowCaller(database, { accountId, number }),
    accountOfNumber(database, number),
  ]);
  const isCallingOut = owner !== null && (await isNumberCallingOut(database, { accountId: owner, number }));
  const isKnown = isNeighbour(number, called) && (await namesOfNumbers(database, accountId)).has(number);
  const isSandbox = trunk.kind === 'sandbox' && number.startsWith(SANDBOX);
  const verstat: Verstat = call.verstat ?? '';
  return doubtOf({
    number,
    called,
    verstat,
    exists: isSandbox || existsInPlan(number),
    isCallingOut,
    isKnown,
    isOfThisHouse: owner !== null,
    isBlocked: known.isBlockedInMessages,
  });
}
