import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '../..');

/** What live push cannot keep true, each with its reason beside it. */
const OVERRIDES = {
  'features/broadcasts/broadcasts-queries.ts': ['refetchInterval', 'refetchInterval'],
  // A provider's numbers: prices of this minute, and a provider that does not answer is not asked again and again.
  'features/numbers/numbers-queries.ts': ['staleTime', 'retry'],
  // Until the code of a text is typed: the page may have lost the push that tells what became of it.
  'features/numbers/use-unreached.ts': ['refetchInterval'],
  'features/payments/payment-queries.ts': ['refetchInterval', 'staleTime', 'refetchInterval'],
  'features/limits/limits-query.ts': ['refetchInterval'],
  // A colleague may have changed the data of the invoices: what the dialog shows is what is saved.
  'features/invoices/invoices-queries.ts': ['staleTime'],
  'features/limits/open-part.tsx': ['retry'],
  'features/messages/messages-queries.ts': ['retry'],
  'features/messages/voicemail/voicemail-queries.ts': ['staleTime'],
  'features/settings/factors-queries.ts': ['staleTime'],
  'features/settings/push-settings.tsx': ['staleTime'],
  'features/settings/settings-queries.ts': ['staleTime', 'staleTime', 'refetchInterval', 'staleTime', 'staleTime'],
  'features/status/status-query.ts': ['staleTime', 'refetchInterval'],
  'lib/calls/quote-query.ts': ['retry'],
  'lib/session/queries.ts': ['staleTime', 'retry', 'refetchOnWindowFocus'],
};

test('queries keep to the specified cache but for those of this list', async () => {
  const found: Record<string, string[]> = {};
  for (const file of await readdir(SOURCES, { recursive: true })) {
    if (!/(?<!\.test)\.tsx?$/.test(file)) continue;
    const text = await readFile(join(SOURCES, file), 'utf8');
    if (!text.includes("'@tanstack/react-query'")) continue;
    const settings = text.match(/\b(staleTime|retry|refetchInterval|refetchOn\w+)(?=: )/g);
    if (settings !== null) found[file] = settings;
  }
  expect(found).toEqual(OVERRIDES);
});
