import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './source-files.ts';

/**
 * Names every type that two files of the server export under one name, unless it is listed with as many. A gateway and the module
 * that asks for it each say what passes between them, because neither knows the other: those are listed.
 */
export function findDoubledTypes(
  project: string,
  { doubledTypes }: { doubledTypes: Record<string, number> },
): string[] {
  const files = new Map<string, string[]>();
  for (const path of sourceFiles(project).filter((each) => each.startsWith('apps/server/'))) {
    const exported = readFileSync(join(project, path), 'utf8').matchAll(
      /^export (?:type|interface|class|enum) (\w+)/gm,
    );
    for (const [, name = ''] of exported) files.set(name, [...(files.get(name) ?? []), path]);
  }
  return [...new Set([...files.keys(), ...Object.keys(doubledTypes)])].flatMap((name) => {
    const found = files.get(name) ?? [];
    const listed = doubledTypes[name] ?? 1;
    if (found.length === listed || (found.length < 2 && doubledTypes[name] === undefined)) return [];
    return [
      `doubled-type: ${name} is exported ${found.length} times (${found.join(', ')}), and the list says ${listed}`,
    ];
  });
}
