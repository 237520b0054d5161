import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const LINES_SHOWN = 80;
type Note = { logFolder: string; text: string };
/** What the running test noted; tests of one file may run side by side. */
const notesOfTest = new AsyncLocalStorage<Note[]>();
const watched = new Set<string>();

/** Says which calls (our id, or the SIP Call-ID) the running test is about, so that its failure shows their lines. */
export function noteCall(logFolder: string, ...texts: string[]): void {
  notesOfTest.getStore()?.push(...texts.map((text) => ({ logFolder, text })));
}

/** Runs a test; what it notes, in whatever it awaits, is its own. */
export async function withNotes<T>(work: () => Promise<T>): Promise<T> {
  return await notesOfTest.run([], work);
}

/** Says that a test file has a stack of its own: what its logs gain is shown when a test fails that noted no call. */
export function watchLogs(logFolder: string): void {
  watched.add(logFolder);
}

export type Bookmark = { lengths: Map<string, number> };

/** Remembers where the logs end now. */
export function bookmark(logFolder: string): Bookmark {
  const files = [logFolder, ...watched].flatMap(logsIn);
  return { lengths: new Map(files.map((path) => [path, statSync(path).size])) };
}

/**
 * What every process said about the calls that the running test noted; without a note, all that the logs gained since
 * the bookmark. The last 80 lines of each log.
 */
export function wordsSince(logFolder: string, since: Bookmark): string {
  const noted = notesOfTest.getStore() ?? [];
  const folders = new Set(noted.map((note) => note.logFolder));
  if (folders.size > 0) {
    return [...folders]
      .flatMap(logsIn)
      .map((path) => {
        const texts = noted.filter((note) => path.startsWith(note.logFolder)).map((note) => note.text);
        return block(
          path,
          linesOf(path, 0).filter((line) => texts.some((text) => line.includes(text))),
        );
      })
      .join('');
  }
  return [logFolder, ...watched]
    .flatMap(logsIn)
    .map((path) => block(path, linesOf(path, since.lengths.get(path) ?? 0)))
    .join('');
}

function block(path: string, lines: string[]): string {
  return lines.length === 0 ? '' : `── ${path}\n${lines.slice(-LINES_SHOWN).join('\n')}\n`;
}

function logsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .map((name) => join(folder, name));
}

function linesOf(path: string, from: number): string[] {
  const lines = readFileSync(path).subarray(from).toString().split('\n');
  return lines.filter((line) => line !== '');
}
