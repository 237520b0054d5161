import { circlesIn } from './find-arrow-circles.ts';
import type { Arrows } from './rules.ts';

/** Names where `atRunTime` differs from what `modules` and `passed` say together. */
export function findRunTimeCircles({
  modules,
  passed,
  atRunTime,
}: Pick<Arrows, 'modules' | 'passed' | 'atRunTime'>): string[] {
  const names = [...new Set([...Object.keys(modules), ...Object.keys(passed)])].toSorted();
  const reached = Object.fromEntries(names.map((name) => [name, [...(modules[name] ?? []), ...(passed[name] ?? [])]]));
  const mutual = names.flatMap((one) =>
    names
      .filter((other) => one < other && reached[one]?.includes(other) && reached[other]?.includes(one))
      .map((other) => `${one}, ${other}`),
  );
  return [
    ...differences(mutual, atRunTime.mutual).map((said) => `run-time-circle: each of ${said}`),
    ...differences(circlesIn(reached), atRunTime.onCircles).map((said) => `run-time-circle: a way back to ${said}`),
  ];
}

function differences(found: readonly string[], listed: readonly string[]): string[] {
  return [
    ...found
      .filter((each) => !listed.includes(each))
      .map((each) => `${each} is there, and tools/arrows.json is silent`),
    ...listed.filter((each) => !found.includes(each)).map((each) => `${each} stands in tools/arrows.json, and is gone`),
  ];
}
