import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { PlainError } from '../plain-error.ts';

/** What the built pages are made of. */
const SOURCES = ['apps/web', 'packages/contracts', 'packages/sms', 'package-lock.json'];
const NOT_SOURCES = new Set(['node_modules', 'dist', 'tests']);
/** What a build is told by its environment, and what of it ends up in the pages. */
const SETTINGS = ['VITE_API_HOST', 'VITE_SERVERLESS_HOST', 'VITE_USE_SERVERLESS'];
const MARK = '.built-from';

type BuiltFrom = { sources: string; settings: Record<string, string> };

/**
 * Builds the web app into apps/web/dist when its sources or its settings differ from what was built last; gives the folder.
 * With `keepsSettings`, one that the environment does not have stays as it was built: a service is not told what `npm run build` was.
 */
export async function buildWebPages(
  project: string,
  say: (line: string) => void,
  { env = process.env, keepsSettings = false }: { env?: NodeJS.ProcessEnv; keepsSettings?: boolean } = {},
): Promise<string> {
  const folder = join(project, 'apps/web/dist');
  const last = lastBuilt(folder);
  const kept = keepsSettings ? (last?.settings ?? {}) : {};
  const settings = Object.fromEntries(SETTINGS.map((name) => [name, env[name] ?? kept[name] ?? '']));
  const sources = hashOf(project);
  if (isDeepStrictEqual(last, { sources, settings })) return folder;

  say('Building the web pages');
  const built = join(project, `node_modules/.pages-${process.pid}`);
  const told = Object.entries(settings).filter(([, value]) => value !== '');
  await runVite(project, built, { ...env, ...Object.fromEntries(told) });
  writeFileSync(join(built, MARK), JSON.stringify({ sources, settings } satisfies BuiltFrom));
  // Whole or not at all: others may serve, or build, at the same time.
  rmSync(folder, { recursive: true, force: true });
  renameSync(built, folder);
  return folder;
}

/** From what the pages in a folder were built; null where there are none, or none of this kind. */
function lastBuilt(folder: string): BuiltFrom | null {
  try {
    return JSON.parse(readFileSync(join(folder, MARK), 'utf8')) as BuiltFrom;
  } catch {
    return null;
  }
}

function hashOf(project: string): string {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap((source) => filesIn(join(project, source)))) {
    hash.update(relative(project, path)).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const entries = readdirSync(path, { withFileTypes: true, encoding: 'utf8' }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  return entries.flatMap((entry) => {
    if (NOT_SOURCES.has(entry.name)) return [];
    const child = join(path, entry.name);
    return entry.isDirectory() ? filesIn(child) : [child];
  });
}

async function runVite(project: string, outputFolder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const vite = join(project, 'node_modules/vite/bin/vite.js');
  const child = spawn(
    process.execPath,
    [vite, 'build', '--logLevel', 'warn', '--outDir', outputFolder, '--emptyOutDir'],
    {
      cwd: join(project, 'apps/web'),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...env, NODE_ENV: 'production' },
    },
  );
  const words: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => words.push(chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new PlainError(`The web pages could not be built (exit code ${code}):\n${words.join('')}`);
}
