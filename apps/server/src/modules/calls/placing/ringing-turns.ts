import { ALL_TURNS_SECONDS, type Rung } from '@farline/contracts';
import { PAGES_TURN } from '@farline/contracts/voice/turns';
import type { Talk } from '../record/last-talks-store.ts';
import type { RingingPhone } from '../../phones/index.ts';

type Phone = Pick<RingingPhone, 'id' | 'username'>;

/** Who rings one after another, in the words of the engine, for how long each, and for how long all of them at most. */
export type RingingTurns = { names: readonly string[]; eachMs: number; allMs: number };

/** So many go over to the next within a second, in an engine that counts whole ones. */
const TURNS_A_SECOND = 2;

/**
 * Null: all ring together. `phones`: those that are there, in their order; `hasPages`: somebody may have one open; `talks`: the latest calls of the
 * account, of which only the order of who has been idle longest depends.
 */
export function ringingTurns(
  rung: Rung,
  given: { phones: readonly Phone[]; hasPages: boolean; talks: readonly Talk[] },
): RingingTurns | null {
  const { phones, hasPages, talks } = given;
  const { order, secondsEach } = rung;
  if (order === undefined || order === 'together' || secondsEach === undefined) return null;
  const chosen = phones.map(({ username }) => username);
  if (hasPages) chosen.splice(placeOfPages(rung, phones), 0, PAGES_TURN);
  const names = order === 'in_turn' ? chosen : longestIdleFirst(chosen, { phones, talks });
  const allSeconds = Math.min(names.length * secondsEach + Math.ceil(names.length / TURNS_A_SECOND), ALL_TURNS_SECONDS);
  return { names, eachMs: secondsEach * 1000, allMs: allSeconds * 1000 };
}

/** Who never talked comes first, and who talks at this moment last; otherwise who talked last the longest ago. */
function longestIdleFirst(
  names: readonly string[],
  { phones, talks }: { phones: readonly Phone[]; talks: readonly Talk[] },
): string[] {
  const usernames = new Map(phones.map(({ id, username }) => [id, username]));
  const busyUntil = new Map<string, number>();
  for (const { phoneId, username, isRunning, at } of talks) {
    const name = phoneId === null ? (username ?? PAGES_TURN) : usernames.get(phoneId);
    const until = isRunning ? Number.POSITIVE_INFINITY : at.getTime();
    if (name !== undefined) busyUntil.set(name, Math.max(busyUntil.get(name) ?? 0, until));
  }
  const idleSince = (name: string) => busyUntil.get(name) ?? 0;
  return names.toSorted((one, other) =>
    idleSince(one) < idleSince(other) ? -1 : idleSince(one) > idleSince(other) ? 1 : 0,
  );
}

/** Phones that are gone no longer stand before the pages. */
function placeOfPages(rung: Rung, there: readonly Phone[]): number {
  const before = rung.phonesBeforeBrowsers ?? 0;
  if (rung.phones === 'all') return before;
  const ids = rung.phones.slice(0, before);
  return there.filter(({ id }) => ids.includes(id)).length;
}

/** For the engine: somebody may come for a turn, who is not there when it begins, where their page was told or their phone woken. */
export function turnWords(
  { names, eachMs, allMs }: RingingTurns,
  { arePagesTold, woken }: { arePagesTold: boolean; woken: readonly string[] },
) {
  const mayCome = (name: string) => (name === PAGES_TURN ? arePagesTold : woken.includes(name));
  return { turns: names.map((name) => (mayCome(name) ? `${name}*` : name)).join('|'), turnMs: eachMs, turnsMs: allMs };
}
