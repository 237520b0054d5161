import { countOfSandbox, type CountedCall } from '../../../apps/server/tests/testbed/carrier-witness.ts';
import { keptByEngine, keptFor, MOST_APART_SECONDS } from '../../../apps/server/tests/testbed/kept.ts';
import type { Caller } from '../../../apps/server/tests/testbed/callers.ts';
import type { Bed } from './bed.ts';

/** What became of the calls of one customer. */
export type Aftermath = {
  /** How they ended, each reason once. */
  ends: string[];
  /** Why people were cut off who talked and had not hung up, nor run out of money. */
  cutOff: string[];
  /** Calls that the carrier counted and nobody here has a record of. */
  lost: string[];
  /** The greatest difference between the seconds that were charged, or forgiven, and those that the carrier counted. */
  apartSeconds: number;
  /** Money that moved otherwise than by these seconds. */
  misCharged: string[];
  /** What is still open, here or at the carrier. */
  open: string[];
};

const PER_SECOND = 10_000n;
const OWN_ENDS = ['hangup_caller', 'credit_exhausted'];

type Row = {
  id: string;
  number: string;
  fromTag: string | null;
  isEnded: boolean;
  reason: string | null;
  seconds: number | null;
  forgiven: number;
  cost: string;
};

/** Compares the records of a customer's calls with the wallet, the engine and the carrier. */
export async function lookBack(bed: Bed, { caller, balance }: { caller: Caller; balance: bigint }): Promise<Aftermath> {
  const rows = await bed.rows<Row>(
    `select id, to_number as number, from_tag as "fromTag", state = 'ended' as "isEnded", reason, forgiven_seconds as forgiven,
      case when answered_at is null then null else answered_seconds end as seconds, coalesce(cost_micros, 0)::text as cost
    from calls.call where account_id = $1 and state <> 'initiated' order by id`,
    [caller.accountId],
  );
  const numbers = [...new Set(rows.map(({ number }) => number))];
  const legs = (
    await Promise.all(numbers.map(async (number) => await countOfSandbox(bed.stack.carrierRecordUrl, number)))
  ).flat();
  const legsOf = (row: Row) => legs.filter(({ fromTag }) => fromTag === row.fromTag);
  const wallet = await caller.wallet();
  const cost = rows.reduce((sum, row) => sum + BigInt(row.cost), 0n);
  return {
    ends: [...new Set(rows.flatMap(({ reason }) => reason ?? []))].toSorted(),
    cutOff: rows.flatMap(({ seconds, reason }) =>
      seconds === null || reason === null || OWN_ENDS.includes(reason) ? [] : [reason],
    ),
    lost: legs.filter(({ fromTag }) => !rows.some((row) => row.fromTag === fromTag)).map(({ fromTag }) => fromTag),
    apartSeconds: Math.max(0, ...rows.map((row) => apart(row, legsOf(row)))),
    misCharged: [
      ...(balance - wallet.balance === cost
        ? []
        : [`the wallet paid ${balance - wallet.balance}, the calls cost ${cost}`]),
      ...rows.flatMap((row) => misCharged(row)),
    ],
    open: [
      ...(wallet.held === 0n ? [] : [`${wallet.held} held`]),
      ...(await Promise.all(rows.map(async (row) => await openOf(bed, row, legsOf(row))))).flat(),
    ],
  };
}

/** Whether nothing has to be waited for any more. */
export function isAsPromised({ lost, apartSeconds, misCharged: wrong, open }: Aftermath): boolean {
  return lost.length + wrong.length + open.length === 0 && apartSeconds <= MOST_APART_SECONDS;
}

function apart({ seconds }: Row, legs: readonly CountedCall[]): number {
  const counted = legs
    .filter(({ answeredAt, endedAt }) => answeredAt !== null && endedAt !== null)
    .reduce((sum, leg) => sum + (Date.parse(leg.endedAt ?? '') - Date.parse(leg.answeredAt ?? '')) / 1000, 0);
  const charged = seconds ?? 0;
  // What is charged is rounded up.
  return Math.max(0, Math.floor(counted) - charged, charged - Math.ceil(counted));
}

function misCharged({ id, seconds, forgiven, cost }: Row): string[] {
  const due = BigInt((seconds ?? 0) - forgiven) * PER_SECOND;
  return due === BigInt(cost) ? [] : [`${id} cost ${cost} for ${seconds} s, of which ${forgiven} are forgiven`];
}

async function openOf(bed: Bed, { id, isEnded }: Row, legs: readonly CountedCall[]): Promise<string[]> {
  const kept = [
    ...(await keptFor(bed.callers.database, id)),
    ...(await keptByEngine(bed.stack.ports.kamailioRpc, id)),
    ...(isEnded ? [] : ['its record']),
    // One that rings costs nothing, and its carrier ends it.
    ...(legs.every(({ answeredAt, endedAt }) => answeredAt === null || endedAt !== null)
      ? []
      : ['its leg at the carrier']),
  ];
  return kept.map((what) => `${id}: ${what}`);
}
