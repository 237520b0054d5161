import { type WriteStream, createWriteStream, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';

const LINES_KEPT = 5000;
const FILE_LIMIT_BYTES = 20_000_000;

/** What a process says: the last lines in memory, all of it in a file that is turned over at 20 MB (one old one is kept). */
export type ProcessLog = {
  readonly path: string;
  lines(): readonly string[];
  /** The last lines that contain the text. */
  containing(text: string): string[];
  /** Every new line from now on; the returned function ends it. */
  onLine(listener: (line: string) => void): () => void;
  read(stream: Readable): void;
  write(line: string): void;
};

/** Opens the log at this path, appending to what is there. No trouble with the file is ever the writer's. */
export function openLog(path: string, { limitBytes = FILE_LIMIT_BYTES }: { limitBytes?: number } = {}): ProcessLog {
  mkdirSync(dirname(path), { recursive: true });
  const kept: string[] = [];
  const listeners = new Set<(line: string) => void>();
  let file = openFile(path);
  let size = sizeOf(path);

  const write = (line: string): void => {
    kept.push(line);
    if (kept.length > LINES_KEPT * 2) kept.splice(0, kept.length - LINES_KEPT);
    for (const listener of listeners) listener(line);
    if (size > limitBytes) {
      file.end();
      keepAsOld(path);
      file = openFile(path);
      size = 0;
    }
    file.write(`${line}\n`);
    size += line.length + 1;
  };

  return {
    path,
    lines: () => kept,
    containing: (text) => kept.filter((line) => line.includes(text)),
    onLine(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read(stream) {
      let rest = '';
      stream.setEncoding('utf8');
      stream.on('data', (chunk: string) => {
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) write(line);
      });
      stream.on('close', () => {
        if (rest !== '') write(rest);
      });
      // The far end may be killed at any moment; its exit tells all there is to know.
      stream.on('error', () => {});
    },
    write,
  };
}

function openFile(path: string): WriteStream {
  const file = createWriteStream(path, { flags: 'a', mode: 0o640 });
  // A full disk must not take the telephone down with it.
  file.on('error', (error) => process.stderr.write(`Cannot write ${path}: ${error.message}\n`));
  return file;
}

function keepAsOld(path: string): void {
  try {
    renameSync(path, `${path}.1`);
  } catch (error) {
    // Somebody may have moved or removed it; what the telephone says next goes to a file all the same.
    process.stderr.write(`Cannot turn over ${path}: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
