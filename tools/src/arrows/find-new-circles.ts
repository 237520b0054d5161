import { earlierVersions } from '../bounds/earlier-versions.ts';
import { reached } from './find-run-time-circles.ts';
import type { Arrows } from './rules.ts';

type Known = Pick<Arrows, 'modules' | 'passed'>;

/**
 * Names every arrow between modules, known or passed, that was not there in the commit before and from whose end a way leads back to its beginning: any
 * circle that is new has one. Those of today may go, and none may come. Where there is no history, nothing is found.
 */
export function findNewCircles(project: string, now: Known): string[] {
  const arrows = reached(now);
  const found = earlierVersions(project, 'tools/arrows.json').flatMap((version) => {
    const before = reached(version as Known);
    return Object.entries(arrows).flatMap(([from, ends]) =>
      ends
        .filter((to) => !before[from]?.includes(to))
        .flatMap((to) => {
          const back = shortestWay(to, from, arrows);
          return back === null ? [] : [[from, ...back].join(' → ')];
        }),
    );
  });
  return [...new Set(found)].map(
    (way) => `new-circle: ${way}: while the server runs, no circle may come to those there are`,
  );
}

function shortestWay(from: string, to: string, arrows: Record<string, string[]>): string[] | null {
  const seen = new Set([from]);
  const ways = [[from]];
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    const end = way.at(-1) ?? '';
    if (end === to) return way;
    for (const next of arrows[end] ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return null;
}
