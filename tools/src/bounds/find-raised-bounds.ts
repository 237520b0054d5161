import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { earlierVersions } from './earlier-versions.ts';

/** Lists of exceptions, by the file that they stand in. Each says a number, or several, under a name. */
const LISTS = {
  'tools/bounds.json': ['shortFiles', 'longFiles', 'longFunctions', 'doubledTypes', 'spreadLiterals'],
  'tools/arrows.json': ['fullFolders'],
};

type Exceptions = Record<string, number | number[]>;

/**
 * Names every number in a list of exceptions that is greater than in the commit before, and every exception that was not there. One of a file
 * that was moved goes with it. A list that is new begins with what it finds, and where there is no history, nothing is found.
 */
export function findRaisedBounds(project: string): string[] {
  const found = Object.entries(LISTS).flatMap(([path, names]) => {
    const now = JSON.parse(readFileSync(join(project, path), 'utf8')) as Record<string, Exceptions>;
    return earlierVersions(project, path).flatMap((version) => {
      const before = version as Record<string, Exceptions | undefined>;
      return names.flatMap((name) =>
        before[name] === undefined
          ? []
          : raised(now[name] ?? {}, before[name], name === 'shortFiles').map((said) => `${path}: ${name}: ${said}`),
      );
    });
  });
  return [...new Set(found)].map((said) => `raised-bound: ${said}: these numbers only fall`);
}

/** A promise to be short may be new, but not be taken back; every other exception may be taken back, but not be new. */
function raised(now: Exceptions, before: Exceptions, isPromise: boolean): string[] {
  const gone = Object.keys(before).filter((name) => now[name] === undefined);
  const raisedOnes = Object.entries(now).flatMap(([name, numbers]) => {
    const was = before[name] ?? before[gone.find((each) => basename(each) === basename(name)) ?? ''];
    if (was === undefined) return isPromise ? [] : [`${name} is new`];
    return isMore(numbers, was) ? [`${name} says ${numbers.toString()}, and said ${was.toString()}`] : [];
  });
  return [...raisedOnes, ...(isPromise ? gone.map((name) => `${name} is gone`) : [])];
}

/** Whether, the greatest beside the greatest, one is greater, or there are more. */
function isMore(now: number | number[], before: number | number[]): boolean {
  const [mine, theirs] = [now, before].map((numbers) => [numbers].flat().toSorted((one, other) => other - one));
  return (mine ?? []).some((number, index) => number > (theirs?.[index] ?? 0));
}
