import { micros } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import type { CallRecord } from './call-record.ts';
import { changedColumns, toCallRecord, toCallRow } from './call-row.ts';

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
      ...{ currency: 'USD', perMinuteMicros: micros(20_000n), connectionMicros: micros(5_000n) },
      ...{ minimumSeconds: 3, firstSeconds: 60, nextSeconds: 30 },
    },
    rateId: newId(),
    rateTable: 'sample',
    rateTableVersion: 7,
  },
  quoteId: newId(),
  initiatedAt: at(0),
  progress: {
    ...{ state: 'ended', authorisedAt: at(1), ringingAt: at(2), answeredAt: at(3), endedAt: at(4) },
    ...{ reason: 'ended_by_request', endedBy: 'caller', sipStatus: 487 },
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
    ...{ extendAt: at(6), sendGrantedEndAt: at(7), warnAt: at(8), unblockAt: at(9) },
    ...{ lookAtMediaAt: at(10), endOrderAt: at(11) },
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

test('every column of the table is a column of the record, but for those that are the table’s own', async () => {
  const { database } = await testDatabase();
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'calls' and table_name = 'call' and is_generated = 'NEVER'`.execute(database);

  // The second is not used any more.
  const own = ['revision', 'ending_charged_to'];
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...Object.keys(toCallRow(call)), ...own].toSorted());
});
