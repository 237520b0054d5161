import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bookmark, noteCall, withNotes, wordsSince } from './call-log.ts';

test('a failed test shows the lines of the calls that it noted, and without a note all lines since it began', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'farline-logs-'));
  const log = join(folder, 'kamailio.log');
  writeFileSync(log, 'before call-1\n');

  const begin = bookmark(folder);
  appendFileSync(log, 'asks call-1\nasks call-2\n');
  await withNotes(async () => {
    expect(wordsSince(folder, begin)).toBe(`── ${log}\nasks call-1\nasks call-2\n`);

    await withNotes(async () => noteCall(folder, 'call-2'));
    noteCall(folder, 'call-1');
    expect(wordsSince(folder, begin)).toBe(`── ${log}\nbefore call-1\nasks call-1\n`);
  });
  rmSync(folder, { recursive: true });
});
