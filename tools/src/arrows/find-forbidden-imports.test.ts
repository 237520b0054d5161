import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { PROJECT } from '../project.ts';
import { findArrowCircles } from './find-arrow-circles.ts';
import { findForbiddenImports } from './find-forbidden-imports.ts';
import { findForeignTables } from './find-foreign-tables.ts';
import { findFullFolders } from './find-full-folders.ts';
import type { Arrows } from './rules.ts';

const arrows = JSON.parse(readFileSync(join(PROJECT, 'tools/arrows.json'), 'utf8')) as Arrows;
const planted: string[] = [];

afterEach(() => {
  for (const folder of planted.splice(0)) rmSync(folder, { recursive: true });
});

const FORBIDDEN: [rule: string, from: string, to: string][] = [
  ['packages-know-no-app', 'packages/speech/src/speak.ts', 'apps/server/src/main.ts'],
  ['contracts-import-zod-alone', 'packages/contracts/src/calls.ts', 'packages/speech/src/speak.ts'],
  ['sms-imports-nothing', 'packages/sms/src/segment.ts', 'packages/contracts/src/index.ts'],
  ['apps-never-import-one-another', 'apps/web/src/main.ts', 'apps/server/src/main.ts'],
  ['apps-know-no-tools', 'apps/server/src/main.ts', 'tools/src/stack.ts'],
  ['tools-import-no-app', 'tools/src/stack.ts', 'apps/server/src/main.ts'],
  ['tools-know-no-engine-tests', 'tools/src/stack.ts', 'voice/testbed/sdp.ts'],
  ['voice-knows-packages-and-tools', 'voice/testbed/engine-bed.ts', 'apps/server/src/gateways/kamailio/index.ts'],
  ['voice-knows-packages-and-tools', 'voice/calls.voice.test.ts', 'bench/src/world.ts'],
  ['bench-uses-doors-alone', 'bench/src/run.ts', 'apps/server/src/modules/ledger/settle.ts'],
  ['tools-know-no-bench', 'tools/src/stack.ts', 'bench/src/run.ts'],
  ['platform-knows-no-domain', 'apps/server/src/platform/database.ts', 'apps/server/src/modules/calls/index.ts'],
  ['gateways-know-platform-alone', 'apps/server/src/gateways/mail/index.ts', 'apps/server/src/modules/calls/index.ts'],
  ['modules-know-no-gateway', 'apps/server/src/modules/calls/end-call.ts', 'apps/server/src/gateways/mail/index.ts'],
  ['modules-know-no-gateway', 'apps/server/src/modules/calls/end-call.ts', 'apps/server/src/app.ts'],
  ['modules-have-one-door', 'apps/server/src/modules/calls/end-call.ts', 'apps/server/src/modules/ledger/settle.ts'],
  ['arrows-of-ledger', 'apps/server/src/modules/ledger/settle.ts', 'apps/server/src/modules/calls/index.ts'],
  ['arrows-of-calls', 'apps/server/src/modules/calls/end-call.ts', 'apps/server/src/modules/billing/index.ts'],
  [
    'arrows-of-numbers/verified',
    'apps/server/src/modules/numbers/verified/verify.ts',
    'apps/server/src/modules/numbers/provider/order.ts',
  ],
  [
    'arrows-of-numbers/provider',
    'apps/server/src/modules/numbers/provider/order.ts',
    'apps/server/src/modules/numbers/give.ts',
  ],
  [
    'arrows-of-calls/record',
    'apps/server/src/modules/calls/record/call.ts',
    'apps/server/src/modules/calls/money/payer.ts',
  ],
  ['arrows-of-calls/history', 'apps/server/src/modules/calls/history/list.ts', 'apps/server/src/modules/calls/deps.ts'],
  ['web-features-never-meet', 'apps/web/src/features/phone/dial.ts', 'apps/web/src/features/calls/list.ts'],
  ['web-features-looks-down', 'apps/web/src/features/phone/dial.ts', 'apps/web/src/pages/calls.ts'],
  ['web-pages-looks-down', 'apps/web/src/pages/calls.ts', 'apps/web/src/app/routes.ts'],
  ['web-pages-never-meet', 'apps/web/src/pages/calls.ts', 'apps/web/src/pages/login.ts'],
  ['web-lib-looks-down', 'apps/web/src/lib/http.ts', 'apps/web/src/features/calls/list.ts'],
  ['web-ui-looks-down', 'apps/web/src/ui/button.ts', 'apps/web/src/features/calls/list.ts'],
];

test.each(FORBIDDEN)('%s: an import from %s to %s is found', async (rule, from, to) => {
  const project = plant({ [from]: `import { word } from '${pathTo(from, to)}';\nword();\n`, [to]: WORD });

  const { violations } = await findForbiddenImports(project, arrows);

  expect(violations).toContain(`${rule}: ${from} imports ${to}`);
});

test('a type import is an import', async () => {
  const project = plant({
    'apps/server/src/platform/log.ts':
      "import type { Word } from '../modules/calls/index.ts';\nexport const word: Word = 1;\n",
    'apps/server/src/modules/calls/index.ts': 'export type Word = number;\n',
  });

  const { violations } = await findForbiddenImports(project, arrows);

  expect(violations).toContain(
    'platform-knows-no-domain: apps/server/src/platform/log.ts imports apps/server/src/modules/calls/index.ts',
  );
});

test('a listed arrow through the door is no violation, and a package by its name is seen', async () => {
  const project = plant({
    'apps/server/src/modules/calls/end-call.ts':
      "import { word } from '../ledger/index.ts';\nimport { word as other } from '@farline/contracts';\nword(other);\n",
    'apps/server/src/modules/ledger/index.ts': WORD,
    'packages/contracts/src/index.ts': WORD,
    'packages/contracts/package.json': '{"name":"@farline/contracts","exports":{".":"./src/index.ts"}}',
  });
  mkdirSync(join(project, 'node_modules/@farline'), { recursive: true });
  symlinkSync(join(project, 'packages/contracts'), join(project, 'node_modules/@farline/contracts'));

  const findings = await findForbiddenImports(project, arrows);

  expect(findings).toEqual({ modulesRead: 3, violations: [] });
});

test('a module that no arrow mentions is refused', async () => {
  const project = plant({ 'apps/server/src/modules/gossip/index.ts': WORD });

  const { violations } = await findForbiddenImports(project, arrows);

  expect(violations).toEqual(['unlisted-module: tools/arrows.json does not say whom the module gossip may know']);
});

test.each(['calls', 'ledger'])('a folder of %s that no arrow mentions is refused', async (module) => {
  const project = plant({ [`apps/server/src/modules/${module}/gossip/tell.ts`]: WORD });

  const { violations } = await findForbiddenImports(project, arrows);

  expect(violations).toEqual([
    `unlisted-folder: tools/arrows.json does not say whom the folder gossip of ${module} may know`,
  ]);
});

test('imports that run in a circle are found, and types count', async () => {
  const project = plant({
    'apps/server/src/modules/calls/record/call.ts': "import type { Row } from './row.ts';\nexport type Call = Row;\n",
    'apps/server/src/modules/calls/record/row.ts':
      "import type { Call } from './call.ts';\nexport type Row = { call: Call };\n",
  });

  const { violations } = await findForbiddenImports(project, arrows);

  expect(violations).toContain(
    'no-cycle: apps/server/src/modules/calls/record/call.ts imports apps/server/src/modules/calls/record/row.ts',
  );
});

test('arrows that lead back to where they began are found, between modules and between folders', () => {
  const modules = { calls: ['rating'], rating: ['ledger'], ledger: ['rating'], notices: [] };
  const folders = { calls: { record: ['money'], money: ['record'], history: ['record'] } };

  expect(findArrowCircles({ modules, folders })).toEqual([
    'arrow-circle: the arrows of rating lead back to it',
    'arrow-circle: the arrows of ledger lead back to it',
    'arrow-circle: the arrows of calls/record lead back to it',
    'arrow-circle: the arrows of calls/money lead back to it',
  ]);
  expect(findArrowCircles(arrows)).toEqual([]);
});

test('a folder of more than 40 source files is found, tests beside them do not count', () => {
  const hall = 'apps/server/src/modules/calls/record';
  const project = plant({
    ...filled(hall, 41),
    ...filled('apps/web/src/ui', 40),
    'apps/web/src/ui/button.test.ts': WORD,
    ...filled('apps/web/dist', 41),
  });

  expect(findFullFolders(project, { fullFolders: {} })).toEqual([
    `full-folder: ${hall} holds 41 source files, more than 40`,
  ]);
});

test('a folder that is listed as full may only lose files, and its number falls with them', () => {
  const hall = 'apps/server/src/modules/calls';
  const allowed = (count: number, listed: number) =>
    findFullFolders(plant(filled(hall, count)), { fullFolders: { [hall]: listed } });

  expect(allowed(50, 50)).toEqual([]);
  expect(allowed(51, 50)).toEqual([`full-folder: ${hall} holds 51 source files, more than 50`]);
  expect(allowed(49, 50)).toEqual([`full-folder: ${hall} holds 49 source files, and may no longer hold 50`]);
  expect(allowed(40, 50)).toEqual([`full-folder: ${hall} needs no place in the list any more`]);
});

test('the check of the project itself reads its files', async () => {
  const { modulesRead } = await findForbiddenImports(PROJECT, arrows);

  expect(modulesRead).toBeGreaterThan(250);
});

test('a statement on the table of another module is found, on its own and in the outbox it is not', () => {
  const project = plant({
    'apps/server/migrations/0001_platform.sql': 'create schema platform; create table platform.event ();',
    'apps/server/migrations/0002_ledger.sql': 'create schema ledger; create table ledger.wallet ();',
    'apps/server/migrations/0003_calls.sql':
      'create schema calls; create table calls.call (w int references ledger.wallet);',
    'apps/server/migrations/0004_ledger_notes.sql': 'alter table ledger.wallet add column note text;',
    'apps/server/src/modules/ledger/ledger-store.ts': 'sql`select from ledger.wallet`;',
    'apps/server/src/modules/ledger/settle.ts': 'sql`select from ledger.wallet`;',
    'apps/server/src/modules/calls/calls-store.ts':
      'sql`insert into platform.event (type) select ${a} from ledger.wallet`;',
    'apps/server/src/gateways/kamailio/index.ts': 'const text = "select from kamailio.dialog";',
  });

  expect(findForeignTables(project, arrows)).toEqual([
    'foreign-table: apps/server/migrations/0003_calls.sql touches the schema ledger',
    'foreign-table: apps/server/src/gateways/kamailio/index.ts touches the schema kamailio',
    'foreign-table: apps/server/src/modules/calls/calls-store.ts touches the schema ledger',
    'foreign-table: apps/server/src/modules/ledger/settle.ts touches the schema ledger',
  ]);
});

test('of a schema that modules share each table has one owner', () => {
  const project = plant({
    'apps/server/migrations/0001_billing.sql':
      'create schema billing; create table billing.payment (); create table billing.plan (); create table billing.lost ();',
    'apps/server/src/modules/payments/payments-store.ts': 'sql`select from billing.payment`;',
    'apps/server/src/modules/plans/plans-store.ts': 'sql`select from billing.plan join billing.payment`;',
    'apps/server/src/modules/plans/lost-store.ts': 'sql`select from billing.lost`;',
  });
  const tables = { 'billing.payment': 'payments', 'billing.plan': 'plans' };

  expect(findForeignTables(project, { ...arrows, tables })).toEqual([
    'foreign-table: apps/server/src/modules/plans/lost-store.ts touches the schema billing',
    'foreign-table: apps/server/src/modules/plans/plans-store.ts touches the table billing.payment',
  ]);
});

test('a migration moves facts between schemas where that is listed, and touches no further one', () => {
  const project = plant({
    'apps/server/migrations/0001_ledger.sql': 'create schema ledger; create table ledger.wallet ();',
    'apps/server/migrations/0002_calls.sql': 'create schema calls; create table calls.call ();',
    'apps/server/migrations/0003_accounts_trial.sql': 'insert into ledger.wallet select from calls.call;',
    'apps/server/src/main.ts': WORD,
  });

  const findings = findForeignTables(project, { ...arrows, moves: { '0003_accounts_trial.sql': ['ledger'] } });

  expect(findings).toEqual(['foreign-table: apps/server/migrations/0003_accounts_trial.sql touches the schema calls']);
});

/** So many source files in one folder. */
function filled(folder: string, count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/file-${index}.ts`, WORD]));
}

const WORD = 'export const word = (x?: unknown) => x;\n';

/** A project with these files and nothing else. */
function plant(files: Record<string, string>): string {
  const project = mkdtempSync(join(tmpdir(), 'farline-arrows-'));
  planted.push(project);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  return project;
}

function pathTo(from: string, to: string): string {
  return `${'../'.repeat(from.split('/').length - 1)}${to}`;
}
