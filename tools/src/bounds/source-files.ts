import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOTS = ['packages', 'apps', 'tools', 'bench', 'voice', 'tests'];
const SKIPPED = new Set(['node_modules', 'dist']);

/** Every source file of the project, tests too, named from its root. */
export function sourceFiles(project: string): string[] {
  return ROOTS.filter((root) => existsSync(join(project, root))).flatMap((root) => below(project, root));
}

function below(project: string, folder: string): string[] {
  return readdirSync(join(project, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : below(project, path);
    return entry.isFile() && /\.(tsx?|mjs|css|cfg)$/.test(entry.name) ? [path] : [];
  });
}
