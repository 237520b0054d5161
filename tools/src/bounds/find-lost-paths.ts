import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sourceFiles } from './source-files.ts';

/** Notes of decisions are left out: they say what was so when it was decided. */
const FOLDERS = ['.', 'docs', 'voice', 'bench', 'deploy'];
/** A file by its name or a part of its path, as documents write one; with `…`, `<…>` or `*` it stands for many. */
const NAMED = /`([\w./-]+\.(?:ts|tsx|mjs|cfg|css))`/g;
/** Written when Kamailio is started. */
const MADE = new Set(['settings.cfg']);
const LINKED = /\]\((?!\w+:|#)([^)#\s]+)/g;

/** Names every file that a document names or links to and that is not there. */
export function findLostPaths(project: string): string[] {
  const sources = sourceFiles(project);
  const isThere = (named: string) =>
    MADE.has(named) || sources.some((path) => path === named || path.endsWith(`/${named}`));
  return documents(project).flatMap((document) => {
    const text = readFileSync(join(project, document), 'utf8');
    const lost = [
      ...[...text.matchAll(NAMED)].map(([, named = '']) => named).filter((named) => !isThere(named)),
      ...[...text.matchAll(LINKED)]
        .map(([, linked = '']) => linked)
        .filter((linked) => !existsSync(join(project, dirname(document), linked))),
    ];
    return [...new Set(lost)].map((path) => `lost-path: ${document} names ${path}, and there is no such file`);
  });
}

function documents(project: string): string[] {
  const apps = existsSync(join(project, 'apps'))
    ? readdirSync(join(project, 'apps')).map((name) => `apps/${name}`)
    : [];
  const folders = [...FOLDERS, ...apps].filter((folder) => existsSync(join(project, folder)));
  return folders.flatMap((folder) =>
    readdirSync(join(project, folder))
      .filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md')
      .map((name) => join(folder, name)),
  );
}
