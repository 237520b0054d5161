import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from '@swc/core';
import type { Arrows } from './rules.ts';

const SERVER = 'apps/server/src';
const MODULE_DOOR = /(?:^|\/)modules\/([^/]+)\/index\.ts$/;
const MAKES = /^create[A-Z]/;

/** Any part of what swc reads. */
type Part = { type?: string; [key: string]: unknown };
type Import = { path: string; name: string };

/** A file of the wiring as it was read: whence its names come, and what stands behind those that it gives itself. */
type Wired = { imports: Map<string, Import>; declared: Map<string, Part[]>; calls: Part[] };

/**
 * Names every module that is passed something of another, by `app.ts`, a file beside it or one of `wiring/`, without `passed` saying so; and what
 * `passed` says too much. Passed is what stands in the call of a module's `create…`, and in that of a function of `wiring/` that calls one.
 */
export function findPassed(project: string, { passed }: Pick<Arrows, 'passed'>): string[] {
  const found = readPassed(project);
  const modules = [...new Set([...found.keys(), ...Object.keys(passed)])].toSorted();
  return modules.flatMap((module) => {
    const [there, listed] = [[...(found.get(module) ?? [])].toSorted(), (passed[module] ?? []).toSorted()];
    if (there.join() === listed.join()) return [];
    return [`passed: ${module} is passed something of ${list(there)}, and tools/arrows.json says ${list(listed)}`];
  });
}

const list = (names: readonly string[]) => names.join(', ') || 'nobody';

/** Of which other modules each is passed something. */
function readPassed(project: string): Map<string, Set<string>> {
  const files = new Map(wiredFiles(project).map((path) => [path, readWired(project, path)]));
  const passed = new Map<string, Set<string>>();
  for (const [path, { calls }] of files) {
    for (const call of calls) {
      for (const maker of madeBy(files, { path, callee: call['callee'] as Part })) {
        const given = originsOf(files, { path, part: call['arguments'], seen: new Set() });
        const others = [...given].filter((module) => module !== maker);
        if (others.length > 0) passed.set(maker, new Set([...(passed.get(maker) ?? []), ...others]));
      }
    }
  }
  return passed;
}

function wiredFiles(project: string): string[] {
  return [SERVER, `${SERVER}/wiring`]
    .filter((folder) => existsSync(join(project, folder)))
    .flatMap((folder) => readdirSync(join(project, folder)).map((name) => `${folder}/${name}`))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
}

function readWired(project: string, path: string): Wired {
  const wired: Wired = { imports: new Map(), declared: new Map(), calls: [] };
  const source = readFileSync(join(project, path), 'utf8');
  const tree = parseSync(source, { syntax: 'typescript', target: 'es2022' }) as unknown as Part;
  walk(tree, (part) => {
    if (part.type === 'ImportDeclaration') noteImports(wired, path, part);
    if (part.type === 'CallExpression') wired.calls.push(part);
    if (part.type === 'FunctionDeclaration') declare(wired, part['identifier'], part['body']);
    // The list of modules passes nothing of one to another: they are asked by what they all have.
    if (part.type === 'VariableDeclarator' && !isModuleList(part['id'])) declare(wired, part['id'], part['init']);
    return true;
  });
  return wired;
}

function noteImports({ imports }: Wired, from: string, declaration: Part): void {
  const { value } = declaration['source'] as { value: string };
  const path = posix.join(posix.dirname(from), value);
  for (const each of declaration['specifiers'] as { local: { value: string }; imported?: { value: string } }[]) {
    imports.set(each.local.value, { path, name: (each.imported ?? each.local).value });
  }
}

function declare({ declared }: Wired, pattern: unknown, value: unknown): void {
  walk(pattern, (part) => {
    const name = part.type === 'AssignmentPatternProperty' ? part['key'] : part;
    const { type, value: word } = name as Part;
    if (type === 'Identifier') declared.set(String(word), [...(declared.get(String(word)) ?? []), value as Part]);
    return true;
  });
}

function isModuleList(pattern: unknown): boolean {
  return JSON.stringify((pattern as Part)['typeAnnotation'] ?? null).includes('"ServerModule"');
}

type Files = ReadonlyMap<string, Wired>;

/** The modules that a function makes when it is called: the one whose `create…` it is, or those whose it calls. */
function madeBy(files: Files, { path, callee }: { path: string; callee: Part }): string[] {
  const imported = files.get(path)?.imports.get(String(callee['value']));
  if (callee.type !== 'Identifier' || imported === undefined) return [];
  const module = MODULE_DOOR.exec(imported.path)?.[1];
  if (module !== undefined) return MAKES.test(imported.name) ? [module] : [];
  if (!imported.path.startsWith(`${SERVER}/wiring/`)) return [];
  const made: string[] = [];
  walk(files.get(imported.path)?.declared.get(imported.name), (part) => {
    if (part.type === 'CallExpression') {
      made.push(...madeBy(files, { path: imported.path, callee: part['callee'] as Part }));
    }
    return true;
  });
  return made;
}

/** The modules of which something stands in a part of a file. What a module was given is not seen in what it is. */
function originsOf(
  files: Files,
  { path, part, seen }: { path: string; part: unknown; seen: Set<string> },
): Set<string> {
  const origins = new Set<string>();
  walk(part, (each) => {
    const made = each.type === 'CallExpression' ? madeBy(files, { path, callee: each['callee'] as Part }) : [];
    for (const module of made) origins.add(module);
    if (each.type === 'Identifier') {
      for (const module of originsOfName(files, { path, name: String(each['value']), seen })) origins.add(module);
    }
    return made.length === 0;
  });
  return origins;
}

function originsOfName(files: Files, { path, name, seen }: { path: string; name: string; seen: Set<string> }) {
  const origins = new Set<string>();
  if (seen.has(`${path} ${name}`)) return origins;
  seen.add(`${path} ${name}`);
  const imported = files.get(path)?.imports.get(name);
  const module = MODULE_DOOR.exec(imported?.path ?? '')?.[1];
  if (module !== undefined) return origins.add(module);
  if (imported?.path.startsWith(`${SERVER}/wiring/`)) return originsOfName(files, { ...imported, seen });
  return originsOf(files, { path, part: files.get(path)?.declared.get(name), seen });
}

/** Visits all that stands in a part, but not the names of properties and types; not below what the visitor says no to. */
function walk(part: unknown, visit: (part: Part) => boolean): void {
  if (Array.isArray(part)) for (const each of part) walk(each, visit);
  else if (part !== null && typeof part === 'object') {
    const { type, ...rest } = part as Part;
    if (type?.startsWith('Ts') === true && type !== 'TsAsExpression' && type !== 'TsNonNullExpression') return;
    if (type !== undefined && !visit(part as Part)) return;
    if (type === 'KeyValueProperty' || type === 'AssignmentPatternProperty') delete rest['key'];
    if (type === 'MemberExpression' && (rest['property'] as Part).type === 'Identifier') delete rest['property'];
    walk(Object.values(rest), visit);
  }
}
