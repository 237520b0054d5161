import { micros } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import {
  type CallSums,
  callLine,
  type InvoiceOf,
  otherLine,
  type StatementCall,
  type StatementContent,
  type StatementLine,
  type StatementSums,
} from './invoice.ts';
import { linesAfter, type PlacedLine } from './statement-lines-store.ts';

/** So many lines of a statement are held at once. */
const LINES_AT_ONCE = 500;

/** Numbers the lines of a statement as they come, in order of time, and adds them up. It holds the sums alone. */
export function createTally(): {
  place: (line: { call: StatementCall } | { other: StatementLine }) => PlacedLine<StatementCall | StatementLine>;
  sums: () => StatementSums;
} {
  const calls = new Map<string, CallSums>();
  const others = new Map<string, StatementSums['others'][number]>();
  let place = 0;
  const group = (call: StatementCall): CallSums => {
    const { countryCode, kind } = call;
    const key = `${countryCode} ${kind}`;
    const sum = calls.get(key) ?? {
      group: calls.size + 1,
      countryCode,
      kind,
      count: 0,
      seconds: 0,
      includedSeconds: 0,
      amountMicros: micros(0n),
    };
    calls.set(key, sum);
    sum.count += 1;
    sum.seconds += call.seconds;
    sum.includedSeconds += call.includedSeconds;
    sum.amountMicros = micros(sum.amountMicros + call.amountMicros);
    return sum;
  };
  const add = ({ kind, isCharge, amountMicros }: StatementLine) => {
    const key = `${kind} ${isCharge}`;
    const sum = others.get(key) ?? { kind, isCharge, count: 0, amountMicros: micros(0n) };
    others.set(key, sum);
    sum.count += 1;
    sum.amountMicros = micros(sum.amountMicros + amountMicros);
  };
  return {
    place: (line) => {
      place += 1;
      if ('call' in line) return { group: group(line.call).group, place, line: line.call };
      add(line.other);
      return { group: 0, place, line: line.other };
    },
    sums: () => ({ calls: [...calls.values()], others: [...others.values()] }),
  };
}

/** What a statement's lines come to. Statements in the old format have their lines with them, which are added up. */
export function sumsOfStatement(content: StatementContent): StatementSums {
  if (content.sums !== null) return content.sums;
  const tally = createTally();
  for (const other of content.others) tally.place({ other });
  for (const call of content.calls) tally.place({ call });
  return tally.sums();
}

/** The calls of one group of a statement, in order of time, piece by piece. */
export async function* callsOfGroup(
  db: Executor,
  { id, content }: InvoiceOf<'statement'>,
  group: CallSums,
): AsyncGenerator<StatementCall[]> {
  if (content.sums === null) {
    yield content.calls.filter((call) => call.countryCode === group.countryCode && call.kind === group.kind);
    return;
  }
  for await (const lines of piecesOf(db, { invoiceId: id, group: group.group }))
    yield lines.map((line) => callLine.parse(line));
}

/** What a statement has beside calls, in order of time, piece by piece. */
export async function* othersOf(
  db: Executor,
  { id, content }: InvoiceOf<'statement'>,
): AsyncGenerator<StatementLine[]> {
  if (content.sums === null) {
    yield content.others;
    return;
  }
  for await (const lines of piecesOf(db, { invoiceId: id, group: 0 })) yield lines.map((line) => otherLine.parse(line));
}

async function* piecesOf(db: Executor, of: { invoiceId: string; group: number }): AsyncGenerator<unknown[]> {
  let after = 0;
  for (;;) {
    const found: PlacedLine<unknown>[] = await linesAfter(db, { ...of, after, most: LINES_AT_ONCE });
    if (found.length > 0) yield found.map(({ line }) => line);
    after = found.at(-1)?.place ?? after;
    if (found.length < LINES_AT_ONCE) return;
  }
}
