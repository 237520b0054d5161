import { micros } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { countQueries } from '../../../testing/count-queries.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { unplaced } from '../placing/initiate-call.ts';
import type { CallRecord } from './call-record.ts';
import { changedColumns, toCallRecord, toCallRow } from './call-row.ts';
import { findCall, saveAndTell, saveCall } from './calls-store.ts';
import { insertCall, insertWithOthers } from './record-with-others.ts';
import { saveAndTellMany } from './save-many-store.ts';
import type { StoredCall } from './stored-call.ts';

const { database, url } = await testDatabase();
const queries = countQueries(url);

const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 12, 0, second));

/** A call of which everything is there that can be, and no two values are alike. */
const call: CallRecord = {
  id: newId(),
  accountId: newId(),
  payerWalletId: newId(),
  paidBy: 'trial_credit',
  isPractice: true,
  placer: { kind: 'sip_phone', id: newId(), userId: newId() },
  mostMicros: micros(2_500_000n),
  direction: 'outbound',
  from: '+447700900001',
  fromText: 'Ada',
  callerDoubt: 'neighbour',
  isNumberWithheld: true,
  to: '+447700900123',
  rated: {
    number: '+447700900123',
    destination: { prefix: '447700', countryCode: 'GB', kind: 'mobile', operator: 'Vodafone' },
    terms: {
      currency: 'USD',
      perMinuteMicros: micros(20_000n),
      connectionMicros: micros(5_000n),
      minimumSeconds: 3,
      firstSeconds: 60,
      nextSeconds: 30,
    },
    rateId: newId(),
    rateTable: 'sample',
    rateTableVersion: 7,
  },
  quoteId: newId(),
  initiatedAt: at(0),
  progress: {
    state: 'ended',
    authorisedAt: at(1),
    ringingAt: at(2),
    answeredAt: at(3),
    endedAt: at(4),
    reason: 'ended_by_request',
    endedBy: 'caller',
    sipStatus: 487,
  },
  charge: { answeredSeconds: 61, costMicros: 40_000n },
  holdId: newId(),
  allowance: { group: 'Europe', walletId: newId(), holdId: newId(), seconds: 62 },
  grantedSeconds: 63,
  isEndKnown: true,
  endBecause: 'limit_day',
  connection: '192.0.2.1:4000',
  connectionClosedAt: at(5),
  sipCallId: 'sip',
  fromTag: 'from',
  permission: 'permission',
  toTag: 'to',
  trunk: 'sandbox-a',
  attempts: 'sandbox-a=200',
  due: {
    extendAt: at(6),
    sendGrantedEndAt: at(7),
    warnAt: at(8),
    unblockAt: at(9),
    lookAtMediaAt: at(10),
    endOrderAt: at(11),
  },
  decidedEnd: { reason: 'ended_by_request' },
  lostSound: { at: at(12), because: 'far_side_silent' },
  forgivenSeconds: 64,
  callerHeardAt: at(13),
  calleeHeardAt: at(14),
  callerPacketsTaken: 65,
  calleePacketsTaken: 66,
  missingSince: at(15),
  lastListedAt: at(16),
};

/** A call with the same id of which every other column has another value. */
const other: CallRecord = {
  id: call.id,
  accountId: newId(),
  payerWalletId: newId(),
  paidBy: 'money',
  isPractice: false,
  placer: { kind: 'user', id: null, userId: newId() },
  mostMicros: null,
  direction: 'inbound',
  from: null,
  fromText: null,
  isNumberWithheld: false,
  to: '+33123456789',
  rated: {
    number: '+33123456789',
    destination: { prefix: '331', countryCode: 'FR', kind: 'fixed', operator: null },
    terms: {
      currency: 'EUR',
      perMinuteMicros: micros(30_000n),
      connectionMicros: micros(6_000n),
      minimumSeconds: 4,
      firstSeconds: 61,
      nextSeconds: 31,
    },
    rateId: null,
    rateTable: 'other',
    rateTableVersion: 8,
  },
  initiatedAt: at(30),
  progress: { state: 'initiated' },
  allowance: null,
  ...unplaced,
};

test('a call is read from its row as it was written', () => {
  expect(toCallRecord(toCallRow(call))).toEqual(call);
});

test('a call that is as it was has no changed columns, and one that is not those alone', () => {
  expect(changedColumns(call, { ...call, initiatedAt: at(0) })).toEqual([]);
  expect(changedColumns(call, { ...call, trunk: null, due: { ...call.due, warnAt: at(20) } })).toEqual([
    ['trunk', null],
    ['warn_at', at(20)],
  ]);
});

test('of two calls every column differs but the id, so that a statement without one is seen', () => {
  const changed = changedColumns(other, call).map(([column]) => column);

  expect(changed.toSorted()).toEqual(
    Object.keys(toCallRow(call))
      .filter((column) => column !== 'id')
      .toSorted(),
  );
});

const statements: [what: string, save: (stored: StoredCall) => Promise<unknown>][] = [
  ['saved', async (stored) => await saveCall(database, stored)],
  ['saved and told', async (stored) => await saveAndTell(database, stored)],
  ['saved with others', async (stored) => await saveAndTellMany(database, [stored], { mayBeLost: false })],
];
test.each(statements)('a call that is %s is read with every column as it was written', async (_what, save) => {
  // What may follow what is the guard's promise, which has tests of its own.
  await sql`alter table calls.call disable trigger user`.execute(database);
  await sql`delete from calls.call where id = ${call.id}`.execute(database);
  await insertCall(database, other);
  expect((await findCall(database, call.id))?.call).toEqual(other);

  await save({ before: other, call, revision: 0 });

  expect(await findCall(database, call.id)).toEqual({ before: call, call, revision: 1 });
});

test('calls that are asked for at the same moment are written down in one statement, and each is told', async () => {
  const calls = [1, 2, 3].map(() => ({ ...other, id: newId() }));
  queries.clear();

  await Promise.all(calls.map(async (one) => await insertWithOthers(database, one)));

  expect(queries.count()).toBe(1);
  for (const one of calls) expect((await findCall(database, one.id))?.call).toEqual(one);
  const { rows } = await sql<{ told: string }>`select subject_id as told from platform.event
    where type = 'call.changed' and subject_id = any (${calls.map(({ id }) => id)})`.execute(database);
  expect(rows.map(({ told }) => told).toSorted()).toEqual(calls.map(({ id }) => id).toSorted());
});

test('every column of the table is a column of the record, but for those that are the table’s own', async () => {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'calls' and table_name = 'call' and is_generated = 'NEVER'`.execute(database);

  // The second is not used any more.
  const own = ['revision', 'ending_charged_to'];
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...Object.keys(toCallRow(call)), ...own].toSorted());
});
