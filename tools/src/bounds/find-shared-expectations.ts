import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { sourceFiles } from './source-files.ts';

type Part = 'callee' | 'params' | 'object' | 'property' | 'value';
type Node = { type: string } & { [part in Part]?: unknown };

/**
 * Names every file in which a test that runs beside others polls, or closes what it opened, by the functions of all tests
 * instead of those of its own context: they may be another test's, which is over, and then wait for ever.
 */
export function findSharedExpectations(project: string): string[] {
  return sourceFiles(project)
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path, source: readFileSync(join(project, path), 'utf8') }))
    .filter(({ source }) => source.includes('.concurrent'))
    .flatMap(({ path, source }) =>
      [...new Set(sharedIn(parseSync(source, { syntax: 'typescript', target: 'es2022' }), false))].map(
        (word) =>
          `shared-expectation: ${path} says ${word} in a test that runs beside others: take it from its context`,
      ),
    );
}

/** What is said of Vitest's own words within a concurrent test, where no function has a word of its own by that name. */
function sharedIn(value: unknown, isConcurrent: boolean, own: readonly string[] = []): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => sharedIn(each, isConcurrent, own));
  if (!isNode(value)) return [];
  const inner = isConcurrent || (value.type === 'CallExpression' && namesConcurrent(value.callee));
  const known = 'params' in value ? [...own, ...namesIn(value.params)] : own;
  const shared = inner ? sharedWord(value) : undefined;
  const found = shared === undefined || known.includes(shared.split('.')[0] ?? '') ? [] : [shared];
  return [...found, ...Object.values(value).flatMap((each) => sharedIn(each, inner, known))];
}

function sharedWord(node: Node): string | undefined {
  if (node.type === 'CallExpression' && nameOf(node.callee) === 'onTestFinished') return 'onTestFinished';
  if (node.type !== 'MemberExpression') return undefined;
  return nameOf(node.object) === 'expect' && nameOf(node.property) === 'poll' ? 'expect.poll' : undefined;
}

/** `test.concurrent(…)`, `describe.concurrent(…)`, `test.concurrent.each(…)(…)`. */
function namesConcurrent(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee.type === 'CallExpression') return namesConcurrent(callee.callee);
  if (callee.type !== 'MemberExpression') return false;
  return nameOf(callee.property) === 'concurrent' || namesConcurrent(callee.object);
}

/** Every name within a function's parameters: `({ expect, onTestFinished })`. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (!isNode(value)) return [];
  const name = nameOf(value);
  return [...(name === undefined ? [] : [name]), ...Object.values(value).flatMap(namesIn)];
}

function nameOf(value: unknown): string | undefined {
  return isNode(value) && value.type === 'Identifier' ? String(value.value) : undefined;
}

function isNode(value: unknown): value is Node {
  return value !== null && typeof value === 'object';
}
