import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Arrows } from './rules.ts';

const TYPES = 'packages/contracts/src/events.ts';
const SERVER = 'apps/server/src';
const MIGRATIONS = 'apps/server/migrations';

/**
 * Names every event whose publishers and subscribers are not those that `events` lists: both are there for each type, and the
 * list has no more. Who publishes stands behind `publish` and `insert into` the outbox, who hears in the calls of `eventTypes`.
 */
export function findEventArrows(project: string, { events, outbox }: Pick<Arrows, 'events' | 'outbox'>): string[] {
  if (!existsSync(join(project, TYPES))) return [];
  const types = namesIn(readFileSync(join(project, TYPES), 'utf8'), /^ {2}'([a-z_]+\.[a-z_]+)':/gm);
  const sources = [
    ...textsBelow(project, SERVER, /(?<!\.test)\.ts$/),
    ...textsBelow(project, MIGRATIONS, /^[^/]+\.sql$/),
  ]
    .filter(({ path }) => !path.includes('/testing/'))
    .map(({ path, text }) => ({ part: partOf(path), from: publishedIn(text, outbox), to: heardIn(text) }));
  const partsWith = (end: 'from' | 'to', type: string) =>
    [...new Set(sources.filter((source) => source[end].includes(type)).map(({ part }) => part))].toSorted();

  return [...new Set([...types, ...Object.keys(events), ...sources.flatMap(({ from }) => from)])].flatMap((type) => {
    if (!types.includes(type)) return [`event: ${type} is no type of ${TYPES}`];
    return (['from', 'to'] as const).flatMap((end) => {
      const [found, listed] = [partsWith(end, type), (events[type]?.[end] ?? []).toSorted()];
      const what = end === 'from' ? 'published by' : 'heard by';
      if (found.length === 0) return [`event: ${type} is ${what} nobody`];
      if (found.join() === listed.join()) return [];
      return [`event: ${type} is ${what} ${found.join(', ')}, and the list says ${listed.join(', ') || 'nobody'}`];
    });
  });
}

function publishedIn(text: string, outbox: string): string[] {
  const inSql = new RegExp(`insert into ${outbox.replace('.', '\\.')}\\b[^;\`']*'([a-z_]+\\.[a-z_]+)'`, 'g');
  const isPublisher = /import \{[^}]*\bpublish\b[^}]*\} from '[^']*events\.ts'/.test(text);
  return [...namesIn(text, inSql), ...(isPublisher ? namesIn(text, /\btype: '([a-z_]+\.[a-z_]+)'/g) : [])];
}

function heardIn(text: string): string[] {
  return [...text.matchAll(/\beventTypes\(([^)]*)\)/g)].flatMap(([, types = '']) => namesIn(types, /'([a-z_.]+)'/g));
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}

/** The module that a file belongs to; of a migration, the one that it is named for; else the file's own name. */
function partOf(path: string): string {
  const module = /\/modules\/([^/]+)\//.exec(path) ?? /\/\d{4}_([a-z]+)[^/]*\.sql$/.exec(path);
  return module?.[1] ?? /([^/]+)\.ts$/.exec(path)?.[1] ?? path;
}

function textsBelow(project: string, folder: string, wanted: RegExp): { path: string; text: string }[] {
  if (!existsSync(join(project, folder))) return [];
  return readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => wanted.test(name))
    .map((name) => ({ path: `/${folder}/${name}`, text: readFileSync(join(project, folder, name), 'utf8') }));
}
