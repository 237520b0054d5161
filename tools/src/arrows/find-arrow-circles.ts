import type { Arrows } from './rules.ts';

/** Names every module, and every folder of a module, from which the listed arrows lead back to itself. */
export function findArrowCircles({ modules, folders }: Pick<Arrows, 'modules' | 'folders'>): string[] {
  const inside = Object.entries(folders).flatMap(([module, arrows]) =>
    circlesIn(arrows).map((folder) => `${module}/${folder}`),
  );
  return [...circlesIn(modules), ...inside].map((name) => `arrow-circle: the arrows of ${name} lead back to it`);
}

export function circlesIn(arrows: Record<string, string[]>): string[] {
  return Object.keys(arrows).filter((name) => reachedFrom(name, arrows).has(name));
}

function reachedFrom(start: string, arrows: Record<string, string[]>): Set<string> {
  const reached = new Set<string>();
  const waiting = [...(arrows[start] ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    waiting.push(...(arrows[next] ?? []));
  }
  return reached;
}
