import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const LINES_SHOWN = 80;
const noted: { logFolder: string; texts: Set<string> }[] = [];

/** Says which calls (our id, or the SIP Call-ID) the running test is about, so that its failure shows their lines. */
export function noteCall(logFolder: string, ...texts: string[]): void {
  const entry = noted.find((other) => other.logFolder === logFolder);
  if (entry === undefined) noted.push({ logFolder, texts: new Set(texts) });
  else for (const text of texts) entry.texts.add(text);
}

/** Forgets what was noted: the next test is about other calls. */
export function forgetCalls(): void {
  noted.length = 0;
}

/** What every process said about the calls that were noted, one block for each log. */
export function wordsAboutNotedCalls(): string {
  return noted.map(({ logFolder, texts }) => wordsAbout(logFolder, [...texts])).join('\n');
}

/** The lines of every log in the folder that contain one of the texts; the last 80 of each. */
export function wordsAbout(logFolder: string, texts: string[]): string {
  return readdirSync(logFolder)
    .filter((name) => name.endsWith('.log'))
    .flatMap((name) => {
      const lines = readFileSync(join(logFolder, name), 'utf8')
        .split('\n')
        .filter((line) => texts.some((text) => line.includes(text)))
        .slice(-LINES_SHOWN);
      return lines.length === 0 ? [] : [`── ${name}`, ...lines];
    })
    .join('\n');
}

/** How long each log is now; with it `wordsSince` tells what came later. */
export function lengthsOfLogs(logFolder: string): Map<string, number> {
  const names = readdirSync(logFolder).filter((name) => name.endsWith('.log'));
  return new Map(names.map((name) => [name, statSync(join(logFolder, name)).size]));
}

/** What the logs gained since, the last 80 lines of each: all there is when a test noted no call. */
export function wordsSince(logFolder: string, lengths: Map<string, number>): string {
  return [...lengthsOfLogs(logFolder).keys()]
    .flatMap((name) => {
      const added = readFileSync(join(logFolder, name))
        .subarray(lengths.get(name) ?? 0)
        .toString()
        .trim();
      return added === '' ? [] : [`── ${name}`, ...added.split('\n').slice(-LINES_SHOWN)];
    })
    .join('\n');
}
