import { formatDecimal, micros } from '@farline/contracts';
import { CSV_START, csvLine } from '../../../platform/csv.ts';
import type { Database, Executor } from '../../../platform/database.ts';
import { searchCalls } from './call-search-store.ts';
import { type CallRecord, otherSide } from '../record/call-record.ts';
import { viewOfCall } from './call-view.ts';
import type { CallSearch } from './read-call-filters.ts';

/** What an account has written down of somebody. */
interface Known {
  name: string | null;
  tags: readonly string[];
  note: string;
}

/** Who has these numbers, as an account has it. */
export type KnowPeople = (
  db: Executor,
  accountId: string,
  numbers: readonly string[],
) => Promise<ReadonlyMap<string, Known>>;

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
  'tags',
  'note',
  'practice',
  'paid_by',
];

/** The found calls as a CSV file, piece by piece, newest first; instants are UTC. */
export async function* exportCalls(
  { database, knowPeople }: { database: Database; knowPeople: KnowPeople },
  search: CallSearch,
): AsyncGenerator<string> {
  yield CSV_START + csvLine(COLUMNS);
  let beforeId: string | undefined;
  for (;;) {
    const calls = await searchCalls(database, search, { most: AT_ONCE, beforeId });
    if (calls.length === 0) return;
    const numbers = new Set(calls.map(otherSide).filter((number) => number !== null));
    const people = await knowPeople(database, search.accountId, [...numbers]);
    yield calls.map((call) => lineOf(call, people.get(otherSide(call) ?? ''))).join('');
    beforeId = calls.at(-1)?.id;
    if (calls.length < AT_ONCE) return;
  }
}

function lineOf(record: CallRecord, known: Known | undefined): string {
  const call = viewOfCall(record);
  return csvLine([
    call.startTime,
    call.direction,
    call.placedBy,
    call.to,
    known?.name ?? null,
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
    known?.tags.join(', ') ?? null,
    known?.note ?? null,
    String(call.isPractice),
    call.paidBy,
  ]);
}
