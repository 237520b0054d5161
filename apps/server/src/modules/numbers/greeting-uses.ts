import type { Executor } from '../../platform/database.ts';
import { greetingsIn } from './greeting-at.ts';
import { rulesOf } from './rules-store.ts';

/** Which numbers of an account are to play each of its greetings, by its id, at that time or later. */
export async function greetingUses(
  db: Executor,
  { accountId, at }: { accountId: string; at: Date },
): Promise<ReadonlyMap<string, string[]>> {
  const uses = new Map<string, string[]>();
  for (const { number, rule } of await rulesOf(db, accountId)) {
    for (const id of greetingsIn(rule, at)) uses.set(id, [...(uses.get(id) ?? []), number]);
  }
  return uses;
}
