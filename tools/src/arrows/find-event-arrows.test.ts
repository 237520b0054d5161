import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { PROJECT } from '../project.ts';
import { findEventArrows } from './find-event-arrows.ts';
import type { Arrows } from './rules.ts';

const planted: string[] = [];

afterEach(() => {
  for (const folder of planted.splice(0)) rmSync(folder, { recursive: true });
});

const TYPES = 'packages/contracts/src/events.ts';
const CALLS = 'apps/server/src/modules/calls/end-call.ts';
const INSIGHT = 'apps/server/src/modules/insight/index.ts';
const LEDGER = 'apps/server/migrations/0002_ledger.sql';
const publishing = (type: string) =>
  `import { publish } from '../../platform/events.ts';\nawait publish(tx, { type: '${type}' });\n`;

/** A house in which all is as it should be. */
const house = {
  [TYPES]: "export const eventPayloads = {\n  'call.ended': nothing,\n  'wallet.changed': nothing,\n};\n",
  [CALLS]: publishing('call.ended'),
  [INSIGHT]: "const HEARD = eventTypes('call.ended', 'wallet.changed');\n",
  [LEDGER]: "insert into platform.event (type, account_id) values ('wallet.changed', of_account);\n",
};
const events = {
  'call.ended': { from: ['calls'], to: ['insight'] },
  'wallet.changed': { from: ['ledger'], to: ['insight'] },
};

test('an event with the publishers and subscribers that are listed is allowed', () => {
  expect(found(house)).toEqual([]);
});

test.each<[what: string, files: Record<string, string>, violation: string]>([
  ['that nobody publishes', { [CALLS]: '' }, 'event: call.ended is published by nobody'],
  ['that nobody hears', { [INSIGHT]: "eventTypes('call.ended');\n" }, 'event: wallet.changed is heard by nobody'],
  [
    'that somebody publishes who is not listed',
    { 'apps/server/src/modules/plans/pay.ts': publishing('wallet.changed') },
    'event: wallet.changed is published by ledger, plans, and the list says ledger',
  ],
  [
    'that somebody hears who is not listed',
    { 'apps/server/src/app.ts': "const SHOWN = eventTypes(\n  'call.ended',\n);\n" },
    'event: call.ended is heard by app, insight, and the list says insight',
  ],
  [
    'that SQL writes and no type has',
    { 'apps/server/src/modules/calls/calls-store.ts': "sql`insert into platform.event (type)\n select 'call.end'`" },
    'event: call.end is no type of packages/contracts/src/events.ts',
  ],
  [
    'that is new and not listed',
    {
      [TYPES]: `${house[TYPES]}  'call.rang': nothing,\n`,
      [CALLS]: publishing('call.ended') + publishing('call.rang'),
    },
    'event: call.rang is published by calls, and the list says nobody',
  ],
])('an event %s is found', (_what, files, violation) => expect(found(files)).toContain(violation));

test('the list has no event that there is not', () => {
  const gone = { ...events, 'call.gone': { from: ['calls'], to: ['insight'] } };

  expect(findEventArrows(plant(house), { events: gone, outbox: 'platform.event' })).toEqual([
    'event: call.gone is no type of packages/contracts/src/events.ts',
  ]);
});

test('every event of this project has the publishers and subscribers that are listed', () => {
  const arrows = JSON.parse(readFileSync(join(PROJECT, 'tools/arrows.json'), 'utf8')) as Arrows;

  expect(findEventArrows(PROJECT, arrows)).toEqual([]);
});

function found(changes: Record<string, string>): string[] {
  return findEventArrows(plant({ ...house, ...changes }), { events, outbox: 'platform.event' });
}

function plant(files: Record<string, string>): string {
  const project = mkdtempSync(join(tmpdir(), 'farline-events-'));
  planted.push(project);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  return project;
}
