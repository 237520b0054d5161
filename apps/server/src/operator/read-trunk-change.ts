import type { TrunkChange } from '../modules/routing/index.ts';
import { OperatorError } from './operator-error.ts';

/** What is to be changed about a trunk, from the words after its name. Refuses, with a sentence, what cannot be. */
export function readTrunkChange(words: string[], usage: string): TrunkChange {
  const [what, typed, ...more] = words;
  if (more.length > 0) throw new OperatorError(`One change at a time.\n\n${usage}`);
  switch (what) {
    case 'on':
    case 'off':
      if (typed !== undefined) throw new OperatorError(`${what} takes nothing more.`);
      return { enabled: what === 'on' };
    case 'priority':
      return { priority: readNumber({ what, typed, most: 1_000 }) };
    case 'weight':
      return { weight: readNumber({ what, typed, most: 1_000 }) };
    case 'capacity':
      return { capacity: typed === 'none' ? null : readNumber({ what, typed, most: 100_000 }) };
    case undefined:
    default:
      throw new OperatorError(`What of the trunk? Say priority, weight, capacity, on or off.\n\n${usage}`);
  }
}

function readNumber({ what, typed, most }: { what: string; typed: string | undefined; most: number }): number {
  const number = /^\d{1,6}$/.test(typed ?? '') ? Number(typed) : 0;
  if (number < 1 || number > most) {
    throw new OperatorError(`"${typed ?? ''}" is no ${what}: give a whole number from 1 to ${most}.`);
  }
  return number;
}
