import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../project.ts';
import { testsWithoutImport } from './changed-files.ts';

test.each([
  ['a script of Kamailio', 'voice/kamailio/steps/granted-ends.cfg', 'voice/engine', '.voice.test.ts'],
  ['Kamailio’s main script', 'voice/kamailio/kamailio.cfg', 'apps/server/tests/fraud-gate', '.voice.test.ts'],
  ['a file of the attendant', 'apps/attendant/src/play-menu.ts', 'apps/server/tests/menus', '.voice.test.ts'],
  ['what stands on a page', 'apps/web/src/pages/billing.tsx', 'apps/web/tests/plans', '.browser.test.ts'],
  ['a migration', 'apps/server/migrations/0007_calls.sql', 'apps/server/src/operator/operator', '.db.test.ts'],
])(
  '%s that is changed concerns the tests of its kind, %j among them, which import none',
  (_what, changed, one, ending) => {
    expect(existsSync(join(PROJECT, changed))).toBe(true);

    const concerned = testsWithoutImport(PROJECT, ['README.md', changed]);

    expect(concerned.filter((path) => !path.endsWith(ending))).toEqual([]);
    expect(concerned.filter((path) => !existsSync(join(PROJECT, path)) || path.includes('node_modules'))).toEqual([]);
    expect(concerned).toContain(`${one}${ending}`);
  },
);

test.each([
  'voice/README.md',
  'apps/server/src/app.ts',
  'apps/web/src/features/phone/phone-store.ts',
  'apps/attendant/src/left-drafts.test.ts',
  'tools/arrows.json',
])('%s concerns the tests that import it, and no others', (changed) => {
  expect(testsWithoutImport(PROJECT, [changed])).toEqual([]);
});
