import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { migrationFiles } from './migrate.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);
const WHAT_TO_DO =
  'A migration that has run is never edited, renamed or removed: every installation that ran it would refuse to start. ' +
  'Write a new one with the next number instead. A new one needs its line in checksums.txt: ' +
  '(cd apps/server/migrations && sha256sum [0-9]*.sql > checksums.txt)';

test('no migration is changed after it was written', async () => {
  const written = await readFile(new URL('checksums.txt', FOLDER), 'utf8');
  const present = (await migrationFiles(FOLDER)).map(({ checksum, name }) => `${checksum}  ${name}\n`).join('');
  expect(present, WHAT_TO_DO).toBe(written);
});
