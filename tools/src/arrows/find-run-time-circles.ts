import { circlesIn } from './find-arrow-circles.ts';
import type { Arrows } from './rules.ts';

/** Names where `atRunTime` differs from what `modules` and `passed` say together. */
export function findRunTimeCircles({
  modules,
  passed,
  atRunTime,
}: Pick<Arrows, 'modules' | 'passed' | 'atRunTime'>): string[] {
  const arrows = reached({ modules, passed });
  const names = Object.keys(arrows);
  const mutual = names.flatMap((one) =>
    names
      .filter((other) => one < other && arrows[one]?.includes(other) && arrows[other]?.includes(one))
      .map((other) => `${one}, ${other}`),
  );
  return [
    ...differences(mutual, atRunTime.mutual).map((said) => `run-time-circle: each of ${said}`),
    ...differences(circlesIn(arrows), atRunTime.onCircles).map((said) => `run-time-circle: a way back to ${said}`),
  ];
}

/** Whom each module reaches at once while the server runs, by its imports or by what it is passed. */
export function reached({ modules, passed }: Pick<Arrows, 'modules' | 'passed'>): Record<string, string[]> {
  const names = [...new Set([...Object.keys(modules), ...Object.keys(passed)])].toSorted();
  return Object.fromEntries(
    names.map((name) => [name, [...new Set([...(modules[name] ?? []), ...(passed[name] ?? [])])]]),
  );
}

function differences(found: readonly string[], listed: readonly string[]): string[] {
  return [
    ...found
      .filter((each) => !listed.includes(each))
      .map((each) => `${each} is there, and tools/arrows.json is silent`),
    ...listed.filter((each) => !found.includes(each)).map((each) => `${each} stands in tools/arrows.json, and is gone`),
  ];
}
