import {
  type Broadcast,
  type BroadcastDetail,
  type BroadcastStatus,
  fillFields,
  micros,
  toMoney,
} from '@farline/contracts';
import { countQuiet, type QuietPlace } from './quiet-places.ts';

/** A broadcast as the database has it. */
export type BroadcastRecord = {
  id: string;
  accountId: string;
  userId: string;
  name: string;
  text: string;
  optOutLine: string | null;
  number: string;
  columns: string[];
  state: BroadcastStatus;
  /** Why it was paused by itself. */
  stop: { reason: string; reasonText: string } | null;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
};

/** What a file says of a recipient. `peer` null: they can never be written to, for `reason`. */
export type RecipientRow = {
  line: number;
  typed: string;
  fields: Record<string, string>;
} & ({ peer: string; reason: null } | { peer: null; reason: string });

/** What all recipients of a broadcast come to. */
export type BroadcastTotals = {
  /** Of every row, by what became of it: `waiting`, `left_out`, or the state of its message. */
  counts: ReadonlyMap<string, number>;
  leftOut: { reason: string; count: number }[];
  /** Where those who wait are. */
  quietPlaces: readonly (QuietPlace & { count: number })[];
  /** Of those who wait. */
  segments: bigint;
  includedSegments: bigint;
  costMicros: bigint;
  spentMicros: bigint;
  currency: string;
};

/** What one recipient gets: the text with their fields, and how to get no more. A value is no field itself. */
export function textFor(
  { text, optOutLine }: Pick<BroadcastRecord, 'text' | 'optOutLine'>,
  fields: Record<string, string>,
): string {
  const filled = fillFields(text, new Map(Object.entries(fields)));
  return optOutLine === null ? filled : `${filled}\n${optOutLine}`;
}

/** The broadcast as pages are shown it. */
export function viewOfBroadcast(broadcast: BroadcastRecord): Broadcast {
  const { id, name, text, optOutLine, number, stop } = broadcast;
  return {
    id,
    name,
    text,
    optOutLine,
    number,
    status: broadcast.state,
    reason: stop?.reason ?? null,
    reasonText: stop?.reasonText ?? null,
    fields: broadcast.columns,
    createdAt: broadcast.createdAt.toISOString(),
    startedAt: broadcast.startedAt?.toISOString() ?? null,
    endedAt: broadcast.endedAt?.toISOString() ?? null,
  };
}

/** The same with what its recipients come to. `isPractice`: it would go to the sandbox network. */
export function viewOfDetail(
  broadcast: BroadcastRecord,
  totals: BroadcastTotals,
  { now, isPractice }: { now: Date; isPractice: boolean },
): BroadcastDetail {
  const { counts, leftOut, currency } = totals;
  const countOf = (state: string) => counts.get(state) ?? 0;
  const money = (amount: bigint) => toMoney(micros(amount), currency);
  return {
    ...viewOfBroadcast(broadcast),
    recipients: [...counts.values()].reduce((sum, count) => sum + count, 0),
    counts: {
      waiting: countOf('waiting'),
      left_out: countOf('left_out'),
      queued: countOf('queued'),
      sent: countOf('sent'),
      delivered: countOf('delivered'),
      undelivered: countOf('undelivered'),
      failed: countOf('failed'),
      unknown: countOf('unknown'),
    },
    leftOut,
    quietNow: countQuiet(totals.quietPlaces, now),
    segments: Number(totals.segments),
    includedSegments: Number(totals.includedSegments),
    cost: money(totals.costMicros),
    spent: money(totals.spentMicros),
    isPractice,
  };
}
