import { type WriteStream, createWriteStream, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';

const LINES_KEPT = 5000;
const FILE_LIMIT_BYTES = 20_000_000;
const OLD_FILES = 9;
const LONGEST_LINE = 4000;
const LINES_A_SECOND = 5000;
const NOISE_A_SECOND = 100;
/** A full disk is tried again so often. */
const TRY_AGAIN_MS = 5000;
/** All but the tab: a terminal that shows the log obeys none of them. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/g;

/**
 * What a process says: the last lines in memory, all of it in a file that is turned over at 20 MB (nine old ones are kept).
 * Strangers may stand behind what is said: control characters are written out, a line ends after 4,000 characters, and
 * beyond 5,000 lines a second the rest of that second is counted instead of written. Noise has a mark before it, and a
 * hundred lines a second. Where the disk was full, the file goes on some seconds after it took nothing.
 */
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

export type LogOptions = {
  limitBytes?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Whether a line is no line of the process's own, or one that any stranger can have it say. */
  isNoise?: (line: string) => boolean;
};

/** Opens the log at this path, appending to what is there. No trouble with the file is ever the writer's. */
export function openLog(
  path: string,
  { limitBytes = FILE_LIMIT_BYTES, now = () => Date.now(), isNoise = () => false }: LogOptions = {},
): ProcessLog {
  mkdirSync(dirname(path), { recursive: true });
  const kept: string[] = [];
  const listeners = new Set<(line: string) => void>();
  const file = openFile({ path, limitBytes, now });
  let second = 0;
  let lines = 0;
  let noise = 0;

  const write = (said: string): void => {
    const thisSecond = Math.floor(now() / 1000);
    if (thisSecond !== second) {
      const leftOut = Math.max(0, lines - LINES_A_SECOND) + Math.max(0, noise - NOISE_A_SECOND);
      [second, lines, noise] = [thisSecond, 0, 0];
      if (leftOut > 0) keep(`${leftOut} lines of one second were left out`);
    }
    if (isNoise(said)) {
      noise += 1;
      if (noise <= NOISE_A_SECOND) keep(`| ${harmless(said)}`);
      return;
    }
    lines += 1;
    if (lines <= LINES_A_SECOND) keep(harmless(said));
  };

  const keep = (line: string): void => {
    kept.push(line);
    if (kept.length > LINES_KEPT * 2) kept.splice(0, kept.length - LINES_KEPT);
    for (const listener of listeners) listener(line);
    file.write(line);
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
        const whole = (rest + chunk).split('\n');
        // Of a line without an end no more is kept than is written of it.
        rest = (whole.pop() ?? '').slice(0, LONGEST_LINE + 1);
        for (const line of whole) write(line);
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

/** A file of lines that is turned over at its bound. Where it takes nothing, it is opened again some seconds later. */
function openFile({ path, limitBytes, now }: { path: string; limitBytes: number; now: () => number }) {
  let size = sizeOf(path);
  /** Since when the file takes nothing; null: it does. */
  let brokenAt: number | null = null;
  let isTold = false;
  const open = (): WriteStream => {
    const opened = createWriteStream(path, { flags: 'a', mode: 0o640 });
    // A full disk must not take the telephone down with it.
    opened.on('error', (error) => {
      if (opened === file) brokenAt = now();
      if (!isTold) process.stderr.write(`Cannot write ${path}: ${error.message}\n`);
      isTold = true;
    });
    return opened;
  };
  let file = open();

  const write = (line: string): void => {
    if (brokenAt !== null) {
      // A clock that was set back must not keep it silent.
      if (Math.abs(now() - brokenAt) < TRY_AGAIN_MS) return;
      brokenAt = null;
      file = open();
      size = sizeOf(path);
    } else if (size > limitBytes) {
      file.end();
      keepAsOld(path);
      file = open();
      size = 0;
    }
    file.write(`${line}\n`, (error) => {
      if (error === null || error === undefined) isTold = false;
    });
    size += line.length + 1;
  };
  return { write };
}

/** A line as it can be written, read and shown. */
function harmless(line: string): string {
  const short = line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
  return short.replace(CONTROL, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

function keepAsOld(path: string): void {
  try {
    for (let age = OLD_FILES; age > 1; age--) {
      if (existsSync(`${path}.${age - 1}`)) renameSync(`${path}.${age - 1}`, `${path}.${age}`);
    }
    renameSync(path, `${path}.1`);
  } catch (error) {
    // Somebody may have moved or removed it; what the telephone says next goes to a file all the same.
    process.stderr.write(`Cannot turn over ${path}: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
