import { sql } from 'kysely';
import type { RatedNumber } from '../../rating/index.ts';
import type { CallProgress } from './call.ts';
import type { CallRecord, Due } from './call-record.ts';
import type { Placer } from './placer.ts';

// A new column of a call that is a value of its own is a line of FIELDS, its field in `CallRecord` and a migration; reading,
// writing and comparing follow from the list.

export type ColumnValue = string | number | bigint | boolean | Date | null;

/** Fields of a record that are columns as they are: what a field is called, and its column. */
const FIELDS = {
  id: 'id',
  accountId: 'account_id',
  payerWalletId: 'payer_wallet_id',
  isPractice: 'is_practice',
  mostMicros: 'most_micros',
  direction: 'direction',
  from: 'from_number',
  fromText: 'from_text',
  isNumberWithheld: 'is_number_withheld',
  callerDoubt: 'caller_doubt',
  to: 'to_number',
  quoteId: 'quote_id',
  initiatedAt: 'initiated_at',
  holdId: 'hold_id',
  grantedSeconds: 'granted_seconds',
  isEndKnown: 'is_end_known',
  endBecause: 'end_because',
  connection: 'connection',
  connectionClosedAt: 'connection_closed_at',
  sipCallId: 'sip_call_id',
  fromTag: 'from_tag',
  permission: 'permission',
  toTag: 'to_tag',
  trunk: 'trunk',
  attempts: 'attempts',
  forgivenSeconds: 'forgiven_seconds',
  callerHeardAt: 'caller_heard_at',
  calleeHeardAt: 'callee_heard_at',
  callerPacketsTaken: 'caller_packets_taken',
  calleePacketsTaken: 'callee_packets_taken',
  missingSince: 'missing_since',
  lastListedAt: 'last_listed_at',
} as const satisfies Partial<Record<keyof CallRecord, string>>;

const DUE_FIELDS = {
  extendAt: 'extend_at',
  sendGrantedEndAt: 'send_limit_at',
  warnAt: 'warn_at',
  unblockAt: 'unblock_at',
  lookAtMediaAt: 'look_at_media_at',
  endOrderAt: 'end_order_at',
} as const satisfies Record<keyof Due, string>;

/** The other columns, with what a record has for each; what they come to together is read below. */
const COMPOSED = {
  user_id: ({ placer }) => placer.userId,
  placed_by: ({ placer }) => placer.kind,
  placer_id: ({ placer }) => placer.id,
  is_paid_by_trial: ({ paidBy }) => paidBy === 'trial_credit',
  destination_prefix: ({ rated }) => rated.destination.prefix,
  country_code: ({ rated }) => rated.destination.countryCode,
  destination_kind: ({ rated }) => rated.destination.kind,
  operator: ({ rated }) => rated.destination.operator,
  rate_id: ({ rated }) => rated.rateId,
  rate_table: ({ rated }) => rated.rateTable,
  rate_table_version: ({ rated }) => BigInt(rated.rateTableVersion),
  currency: ({ rated }) => rated.terms.currency,
  per_minute_micros: ({ rated }) => rated.terms.perMinuteMicros,
  connection_micros: ({ rated }) => rated.terms.connectionMicros,
  minimum_seconds: ({ rated }) => rated.terms.minimumSeconds,
  first_seconds: ({ rated }) => rated.terms.firstSeconds,
  next_seconds: ({ rated }) => rated.terms.nextSeconds,
  state: ({ progress }) => progress.state,
  authorised_at: ({ progress }) => (progress.state === 'initiated' ? null : progress.authorisedAt),
  ringing_at: ({ progress }) => ('ringingAt' in progress ? progress.ringingAt : null),
  answered_at: ({ progress }) => ('answeredAt' in progress ? progress.answeredAt : null),
  ended_at: ({ progress }) => (progress.state === 'ended' ? progress.endedAt : null),
  reason: ({ progress }) => (progress.state === 'ended' ? progress.reason : null),
  ended_by: ({ progress }) => (progress.state === 'ended' ? progress.endedBy : null),
  sip_status: ({ progress }) => (progress.state === 'ended' ? progress.sipStatus : null),
  answered_seconds: ({ charge }) => charge?.answeredSeconds ?? null,
  cost_micros: ({ charge }) => charge?.costMicros ?? null,
  allowance_group: ({ allowance }) => allowance?.group ?? null,
  allowance_wallet_id: ({ allowance }) => allowance?.walletId ?? null,
  allowance_hold_id: ({ allowance }) => allowance?.holdId ?? null,
  allowance_seconds: ({ allowance }) => allowance?.seconds ?? 0,
  ending_reason: ({ decidedEnd }) => decidedEnd?.reason ?? null,
  sound_lost_at: ({ lostSound }) => lostSound?.at ?? null,
  sound_lost_because: ({ lostSound }) => lostSound?.because ?? null,
} satisfies Record<string, (call: CallRecord) => ColumnValue>;

type Columns<Names extends Record<string, string>, Values> = {
  [Field in keyof Names & keyof Values as Names[Field]]: Values[Field];
};
type ComposedColumns = { [Column in keyof typeof COMPOSED]: ReturnType<(typeof COMPOSED)[Column]> };

/** A row of `calls.call` as PostgreSQL gives it. */
export type CallRow = Columns<typeof FIELDS, CallRecord> & Columns<typeof DUE_FIELDS, Due> & ComposedColumns;

type ColumnName = keyof CallRow;

/** Each column, with what a record has for it. */
const COLUMNS: readonly (readonly [column: ColumnName, of: (call: CallRecord) => ColumnValue])[] = [
  ...entriesOf(FIELDS).map(([field, column]) => [column, (call: CallRecord) => call[field]] as const),
  ...entriesOf(DUE_FIELDS).map(([field, column]) => [column, (call: CallRecord) => call.due[field]] as const),
  ...entriesOf(COMPOSED),
];

/** The columns of a `CallRow`, by name: a prepared `select *` would break when a migration adds a column. */
export const callColumns = sql.raw(COLUMNS.map(([column]) => `call.${column}`).join(', '));

/** The same for `insert into`. */
export const insertedColumns = sql.raw(COLUMNS.map(([column]) => column).join(', '));

/** The row of a record: each column with its value. */
export function toCallRow(call: CallRecord): CallRow {
  return Object.fromEntries(COLUMNS.map(([column, of]) => [column, of(call)])) as CallRow;
}

/** The columns of `calls.call` in which two states of a call differ, with their new values. */
export function changedColumns(before: CallRecord, after: CallRecord): [column: ColumnName, value: ColumnValue][] {
  return COLUMNS.flatMap(([column, of]) => (isSame(of(before), of(after)) ? [] : [[column, of(after)]]));
}

function isSame(one: ColumnValue, other: ColumnValue): boolean {
  return one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;
}

/** The entries of a table of this file, which has no others than its type names. */
function entriesOf<Table extends object>(table: Table) {
  return Object.entries(table) as [keyof Table, Table[keyof Table]][];
}

function fieldsOf<Names extends Record<string, string>, Row extends object>(names: Names, row: Row) {
  const named = Object.entries(names).map(([field, column]) => [field, row[column as keyof Row]]);
  return Object.fromEntries(named) as { [Field in keyof Names]: Row[Names[Field] & keyof Row] };
}

/** The record that a row stands for. The table's checks guarantee what each state needs. */
export function toCallRecord(row: CallRow): CallRecord {
  return {
    ...fieldsOf(FIELDS, row),
    due: fieldsOf(DUE_FIELDS, row),
    placer: toPlacer(row),
    paidBy: row.is_paid_by_trial ? 'trial_credit' : 'money',
    rated: toRated(row),
    progress: toProgress(row),
    charge:
      row.answered_seconds === null || row.cost_micros === null
        ? null
        : { answeredSeconds: row.answered_seconds, costMicros: row.cost_micros },
    allowance:
      row.allowance_group === null || row.allowance_wallet_id === null
        ? null
        : {
            group: row.allowance_group,
            walletId: row.allowance_wallet_id,
            holdId: row.allowance_hold_id,
            seconds: row.allowance_seconds,
          },
    decidedEnd: row.ending_reason === null ? null : { reason: row.ending_reason },
    lostSound:
      row.sound_lost_at === null || row.sound_lost_because === null
        ? null
        : { at: row.sound_lost_at, because: row.sound_lost_because },
  };
}

function toPlacer({ placed_by: kind, placer_id: id, user_id: userId }: CallRow): Placer {
  // Whoever called in was once written down as the first user of who was called.
  return { kind, id, userId: kind === 'telephone' ? null : userId } as Placer;
}

function toRated(row: CallRow): RatedNumber {
  return {
    number: row.to_number,
    destination: {
      prefix: row.destination_prefix,
      countryCode: row.country_code,
      kind: row.destination_kind,
      operator: row.operator,
    },
    terms: {
      currency: row.currency,
      perMinuteMicros: row.per_minute_micros,
      connectionMicros: row.connection_micros,
      minimumSeconds: row.minimum_seconds,
      firstSeconds: row.first_seconds,
      nextSeconds: row.next_seconds,
    },
    rateId: row.rate_id,
    rateTable: row.rate_table,
    rateTableVersion: Number(row.rate_table_version),
  };
}

function toProgress(row: CallRow): CallProgress {
  const { authorised_at: authorisedAt, ringing_at: ringingAt, answered_at: answeredAt } = row;
  switch (row.state) {
    case 'initiated':
      return { state: 'initiated' };
    case 'authorised':
      return { state: 'authorised', authorisedAt: there(authorisedAt) };
    case 'ringing':
      return { state: 'ringing', authorisedAt: there(authorisedAt), ringingAt: there(ringingAt) };
    case 'answered':
      return { state: 'answered', authorisedAt: there(authorisedAt), ringingAt, answeredAt: there(answeredAt) };
    case 'ended':
      return {
        state: 'ended',
        authorisedAt,
        ringingAt,
        answeredAt,
        endedAt: there(row.ended_at),
        reason: there(row.reason),
        endedBy: there(row.ended_by),
        sipStatus: row.sip_status,
      };
  }
}

function there<T>(value: T | null): T {
  if (value === null) throw new Error('calls.call has a row without a value that its state needs');
  return value;
}
