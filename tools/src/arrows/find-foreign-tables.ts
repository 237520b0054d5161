import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync } from '@swc/core';
import type { Arrows } from './rules.ts';

const MIGRATIONS = 'apps/server/migrations';
const SERVER = 'apps/server/src';
/** Kamailio's own schema: the server never reads it. */
const NOBODYS = 'kamailio';

/**
 * Names every statement that touches a schema outside of its owner: a module's `*-store.ts`, or anywhere in platform for
 * platform's own. Where several modules share a schema, each of its tables has an owner in `tables`. A migration touches the schemas that it makes and the one that its name begins with, and others only where
 * `moves` lists it.
 * Anyone may insert into the outbox: an event that is written in the statement that causes it costs no round trip.
 */
export function findForeignTables(
  project: string,
  arrows: Pick<Arrows, 'schemas' | 'tables' | 'moves' | 'outbox'>,
): string[] {
  const migrations = join(project, MIGRATIONS);
  if (!existsSync(migrations)) return [];
  const texts = readdirSync(migrations)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => ({ name, sql: withoutDoors(readFileSync(join(migrations, name), 'utf8'), arrows) }));
  const schemas = new Set([NOBODYS, ...texts.flatMap(({ sql }) => schemasMadeIn(sql))]);

  const inMigrations = texts.flatMap(({ name, sql }) => {
    const own = new Set([...schemasMadeIn(sql), schemaInName(name), ...(arrows.moves[name] ?? [])]);
    return schemasNamedIn(sql, schemas)
      .filter((schema) => !own.has(schema))
      .map((schema) => `foreign-table: ${MIGRATIONS}/${name} touches the schema ${schema}`);
  });
  const inSources = sourceFiles(join(project, SERVER)).flatMap((path) => {
    const file = relative(project, path);
    const foreign = tablesTouchedBy(path, schemas, arrows).filter((table) => !mayTouch(file, ownerOf(table, arrows)));
    const named = foreign.map((table) =>
      arrows.tables[table] === undefined ? `schema ${schemaOf(table)}` : `table ${table}`,
    );
    return [...new Set(named)].map((what) => `foreign-table: ${file} touches the ${what}`);
  });
  return [...inMigrations, ...inSources];
}

function tablesTouchedBy(path: string, schemas: Set<string>, arrows: Pick<Arrows, 'outbox'>): string[] {
  const texts = textsIn(readFileSync(path, 'utf8'), path.endsWith('x')).filter(isStatement);
  return [...new Set(texts.flatMap((text) => tablesNamedIn(withoutDoors(text, arrows), schemas)))];
}

function schemaOf(table: string): string {
  return table.split('.')[0] ?? '';
}

/** The folder in which the stores of a table lie. */
function ownerOf(table: string, { schemas, tables }: Pick<Arrows, 'schemas' | 'tables'>): string {
  const module = tables[table];
  if (module !== undefined) return `${SERVER}/modules/${module}/`;
  return schemas[schemaOf(table)] ?? folderOf(schemaOf(table));
}

function folderOf(schema: string): string {
  return schema === 'platform' ? `${SERVER}/platform/` : `${SERVER}/modules/${schema}/`;
}

function mayTouch(file: string, folder: string): boolean {
  return file.startsWith(folder) && (folder === folderOf('platform') || file.endsWith('-store.ts'));
}

function schemasMadeIn(sql: string): string[] {
  return [...sql.matchAll(/create schema (?:if not exists )?([a-z_]+)/gi)].map((match) => match[1] ?? '');
}

/** A later change of a schema is named for it: `0012_calls_history.sql`. */
function schemaInName(file: string): string {
  return /^\d{4}_([a-z]+)/.exec(file)?.[1] ?? '';
}

function schemasNamedIn(sql: string, schemas: Set<string>): string[] {
  return [...new Set(tablesNamedIn(sql, schemas).map(schemaOf))];
}

/** Whatever is named within one of the schemas: `billing.payment`. */
function tablesNamedIn(sql: string, schemas: Set<string>): string[] {
  return [...sql.matchAll(/\b[a-z_]+\.[a-z_]+\b/g)].map(([name]) => name).filter((name) => schemas.has(schemaOf(name)));
}

function isStatement(text: string): boolean {
  return /\b(select|insert into|update|delete from|truncate|from|join|lock table|references)\b/i.test(text);
}

/** The SQL without its comments and without what everyone may do. */
function withoutDoors(sql: string, { outbox }: Pick<Arrows, 'outbox'>): string {
  return sql.replace(/--.*$/gm, '').replaceAll(`insert into ${outbox} `, 'insert into the outbox ');
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.ts$|(^|\/)testing\//.test(name))
    .map((name) => join(folder, name));
}

/** Every string and template text of a source file. */
function textsIn(source: string, hasJsx: boolean): string[] {
  const found: string[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (node === null || typeof node !== 'object') return;
    if ('type' in node && node.type === 'TemplateLiteral' && 'quasis' in node && Array.isArray(node.quasis)) {
      found.push((node.quasis as { raw: string }[]).map((quasi) => quasi.raw).join(' ? '));
    }
    if ('type' in node && node.type === 'StringLiteral' && 'value' in node) found.push(String(node.value));
    for (const value of Object.values(node)) walk(value);
  };
  walk(parseSync(source, { syntax: 'typescript', tsx: hasJsx, target: 'es2022' }));
  return found;
}
