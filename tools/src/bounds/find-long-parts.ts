import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../project.ts';
import { sourceFiles } from './source-files.ts';

const MOST_LINES = 300;
const LINTER = join(PROJECT, 'node_modules/.bin/oxlint');
const LINTER_SETTINGS = join(PROJECT, 'tools/long-functions.oxlintrc.json');

/** Files that are longer than they may be, and the lines of functions that are, by file. These numbers only ever fall. */
export type LongParts = {
  longFiles: Record<string, number>;
  longFunctions: Record<string, number[]>;
  /** The most lines of files that promise to be read at a glance. */
  shortFiles?: Record<string, number>;
};

/**
 * Names every file of more than 300 lines and every file with functions of more than 60, unless it is listed with as many as there
 * are. A function in which tests are told is bounded by its file alone.
 */
export function findLongParts(project: string, listed: LongParts): string[] {
  return [
    ...Object.entries(listed.shortFiles ?? {}).flatMap(([path, most]) => {
      const lines = linesOf(readFileSync(join(project, path), 'utf8'));
      return lines > most ? [`long-file: ${path} has ${lines} lines, and promises at most ${most}`] : [];
    }),
    ...differences(longFiles(project), listed.longFiles).map(
      ([path, found, most]) =>
        `long-file: ${path} has ${found ?? 'at most 300'} lines, and the list says ${most ?? 'nothing'}: ${SAYS} 300`,
    ),
    ...differences(longFunctions(project), listed.longFunctions).map(
      ([path, found, most]) =>
        `long-function: ${path} has functions of ${found ?? 'at most 60'} lines, and the list says ${most ?? 'nothing'}: ${SAYS} 60`,
    ),
  ];
}

const SAYS = 'numbers in tools/bounds.json only fall, and what is new has at most';

type Lines = number | number[];

function differences(
  found: Record<string, Lines>,
  listed: Record<string, Lines>,
): [string, ...(string | undefined)[]][] {
  return [...new Set([...Object.keys(found), ...Object.keys(listed)])]
    .map((path): [string, ...(string | undefined)[]] => [path, found[path]?.toString(), listed[path]?.toString()])
    .filter(([, there, said]) => there !== said);
}

function longFiles(project: string): Record<string, number> {
  const lines = sourceFiles(project).map((path) => [path, linesOf(readFileSync(join(project, path), 'utf8'))] as const);
  return Object.fromEntries(lines.filter(([, count]) => count > MOST_LINES));
}

/** The lines of each long function, from the first in its file to the last. */
function longFunctions(project: string): Record<string, number[]> {
  const linter = spawnSync(LINTER, ['-c', LINTER_SETTINGS, '--disable-nested-config', '-f', 'json', '.'], {
    cwd: project,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const { diagnostics } = JSON.parse(linter.stdout) as { diagnostics: LongFunction[] };
  const found: Record<string, number[]> = {};
  for (const { filename, labels } of diagnostics.toSorted((one, other) => offsetOf(one) - offsetOf(other))) {
    const source = readFileSync(join(project, filename));
    const texts = labels.map(({ span }) => source.subarray(span.offset, span.offset + span.length).toString());
    for (const text of texts.filter((each) => !tellsTests(each))) (found[filename] ??= []).push(linesOf(`${text}\n`));
  }
  return found;
}

type LongFunction = { filename: string; labels: { span: { offset: number; length: number } }[] };

function offsetOf({ labels }: LongFunction): number {
  return labels[0]?.span.offset ?? 0;
}

function tellsTests(text: string): boolean {
  return /^\s*(test|describe)[.(]/m.test(text);
}

function linesOf(text: string): number {
  return text.split('\n').length - 1;
}
