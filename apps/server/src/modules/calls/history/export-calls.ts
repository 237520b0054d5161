import { formatDecimal, micros } from '@farline/contracts';
import { CSV_START, csvLine } from '../../../platform/csv.ts';
import type { Database } from '../../../platform/database.ts';
import { searchCalls } from './call-search-store.ts';
import { type CallRecord, otherSide } from '../record/call-record.ts';
import { viewOfCall } from './call-view.ts';
import type { CallSearch } from './read-call-filters.ts';

const AT_ONCE = 1_000;

const COLUMNS = [
  'started',
  'direction',
  'placed_by',
  'to',
  'contact',
  'from',
  'country',
  'kind',
  'status',
  'reason',
  'reason_text',
  'answered',
  'ended',
  'ended_by',
  'duration_seconds',
  'price',
  'currency',
  'trunk',
  'id',
];

/** The found calls as a CSV file, piece by piece, newest first; instants are UTC. `names`: who has which number. */
export async function* exportCalls(
  database: Database,
  search: CallSearch,
  names: ReadonlyMap<string, string>,
): AsyncGenerator<string> {
  yield CSV_START + csvLine(COLUMNS);
  let beforeId: string | undefined;
  for (;;) {
    const calls = await searchCalls(database, search, { most: AT_ONCE, beforeId });
    if (calls.length > 0) yield calls.map((call) => lineOf(call, names)).join('');
    beforeId = calls.at(-1)?.id;
    if (calls.length < AT_ONCE) return;
  }
}

function lineOf(record: CallRecord, names: ReadonlyMap<string, string>): string {
  const call = viewOfCall(record);
  return csvLine([
    call.startTime,
    call.direction,
    call.placedBy,
    call.to,
    names.get(otherSide(record) ?? '') ?? null,
    call.from,
    call.destination.countryCode,
    call.destination.kind,
    call.status,
    call.reason,
    call.reasonText,
    call.answeredAt,
    call.endedAt,
    call.endedBy,
    call.duration,
    record.charge === null ? null : formatDecimal(micros(record.charge.costMicros)),
    record.rated.terms.currency,
    call.trunk,
    call.id,
  ]);
}
