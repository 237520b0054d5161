import {
  type BillingEntry,
  type BillingGroup,
  billingGroup,
  type BillingSums,
  formatDecimal,
  micros,
  toMoney,
} from '@farline/contracts';
import { CSV_START, csvLine } from '../../platform/csv.ts';
import type { Executor } from '../../platform/database.ts';
import { type LocalDay, localDay, startOfDay } from '../../platform/local-days.ts';
import { invalidField } from '../../platform/problems.ts';
import type { Account } from '../accounts/index.ts';
import { type Cause, entriesOf, entrySpan, findWallet, type Wallet, walletSums } from '../ledger/index.ts';
import { causesOf, entryKind, isOfGroup } from './entry-kind.ts';
import { findPeers, type PeerDeps, recordOf } from './entry-peers.ts';
import type { InvoiceDeps } from './invoice-deps.ts';
import { receiptsOfPayments } from './invoices-store.ts';
import { paymentsOfCauses } from '../payments/index.ts';

export type BillingHistory = {
  startDate: string;
  endDate: string;
  history: BillingEntry[];
  nextCursor: string | null;
};

/** What the entries of a balance are read from. */
export type HistoryDeps = Pick<InvoiceDeps, 'database'> & PeerDeps;

/** Days that are shown when nobody says which: the last 30, today with them. */
const USUAL_DAYS = 30;
const CSV_AT_ONCE = 200;

/** What moved an account's balance between two days of its time zone, both counted, newest first. */
export async function billingHistory(
  deps: HistoryDeps,
  account: Account,
  wanted: {
    startDate?: string | undefined;
    endDate?: string | undefined;
    group?: BillingGroup | undefined;
    cursor?: string | undefined;
    limit: number;
    now: Date;
  },
): Promise<BillingHistory> {
  const { database: db } = deps;
  const { startDate, endDate, ...days } = readSpan(account, wanted);
  const wallet = await walletOf(db, account);
  const span = await entrySpan(db, { walletId: wallet.id, ...days });
  const { limit, cursor, group } = wanted;
  const causes = group === undefined ? undefined : causesOf(group);
  const { items, nextCursor } =
    span === null
      ? { items: [], nextCursor: null }
      : await entriesOf(db, { walletId: wallet.id, limit, cursor, span, causes });
  const idsOf = (types: string[]) => items.flatMap(({ cause }) => (types.includes(cause.type) ? [cause.id] : []));
  const payments = await paymentsOfCauses(db, idsOf(BEHIND_PAYMENTS));
  const receipts = await receiptsOfPayments(db, idsOf(['payment']));
  const toldOf = await findPeers(
    deps,
    db,
    items.map(({ cause }) => cause),
  );
  return {
    startDate,
    endDate,
    nextCursor,
    history: items.map((entry) => ({
      id: entry.position.toString(),
      at: entry.at.toISOString(),
      kind: entryKind(entry.cause.type),
      amount: toMoney(entry.amountMicros, wallet.unit),
      balanceAfter: toMoney(entry.balanceAfterMicros, wallet.unit),
      cause: entry.cause,
      link: linkOf(entry.cause, payments),
      invoiceId: receipts.get(entry.cause.id) ?? null,
      ...toldOf(entry.cause),
    })),
  };
}

/** The same days in one line that adds up: the balance before them, what moved it and for what, the balance after them. */
export async function billingSums(
  db: Executor,
  account: Account,
  wanted: { startDate?: string | undefined; endDate?: string | undefined; now: Date },
): Promise<BillingSums> {
  const { startDate, endDate, ...days } = readSpan(account, wanted);
  const wallet = await walletOf(db, account);
  const { openingMicros, byCause, closingMicros } = await walletSums(db, { walletId: wallet.id, ...days });
  const sums = billingGroup.options.flatMap((group) => {
    const ofGroup = byCause.filter(({ type }) => isOfGroup(group, type));
    if (ofGroup.length === 0) return [];
    const amount = micros(ofGroup.reduce((sum, { sumMicros }) => sum + sumMicros, 0n));
    const entries = ofGroup.reduce((count, each) => count + each.entries, 0);
    return [{ group, amount: toMoney(amount, wallet.unit), entries }];
  });
  return {
    startDate,
    endDate,
    opening: toMoney(openingMicros, wallet.unit),
    sums,
    closing: toMoney(closingMicros, wallet.unit),
  };
}

/** What moved a balance because of a payment that came earlier. What was owed of charges comes from calls, whichever payment pays it. */
const BEHIND_PAYMENTS = ['refund', 'refund_failed', 'dispute', 'dispute_won', 'owed_paid'];
const COLUMNS = ['at', 'kind', 'amount', 'balance_after', 'currency', 'cause', 'cause_id', 'entry', 'peer', 'practice'];

/** The same days as a CSV file, piece by piece, newest first; instants are UTC. */
export function historyCsv(
  deps: HistoryDeps,
  account: Account,
  wanted: { startDate?: string | undefined; endDate?: string | undefined; now: Date },
): { name: string; lines: AsyncGenerator<string> } {
  const { startDate, endDate, ...days } = readSpan(account, wanted);
  return { name: `farline-history-${startDate}-to-${endDate}.csv`, lines: csvLines(deps, account, days) };
}

async function* csvLines(deps: HistoryDeps, account: Account, days: { from: Date; to: Date }): AsyncGenerator<string> {
  const { database: db } = deps;
  const wallet = await walletOf(db, account);
  yield CSV_START + csvLine(COLUMNS);
  const span = await entrySpan(db, { walletId: wallet.id, ...days });
  if (span === null) return;
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await entriesOf(db, { walletId: wallet.id, limit: CSV_AT_ONCE, cursor, span });
    const toldOf = await findPeers(
      deps,
      db,
      items.map(({ cause }) => cause),
    );
    const lines = items.map(({ at, cause, amountMicros, balanceAfterMicros, position }) => {
      const { peer, call } = toldOf(cause);
      return csvLine([
        at.toISOString(),
        entryKind(cause.type),
        formatDecimal(amountMicros),
        formatDecimal(balanceAfterMicros),
        wallet.unit,
        cause.type,
        cause.id,
        position.toString(),
        peer ?? '',
        call === null ? '' : String(call.isPractice),
      ]);
    });
    if (lines.length > 0) yield lines.join('');
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** The days that are asked for, and their instants. */
function readSpan(
  account: Account,
  wanted: { startDate?: string | undefined; endDate?: string | undefined; now: Date },
): { startDate: string; endDate: string; from: Date; to: Date } {
  const today = localDay(wanted.now, account.timeZone);
  const { timeZone } = account;
  const last = wanted.endDate === undefined ? today : readDay(wanted.endDate, timeZone);
  const first = wanted.startDate === undefined ? daysLater(last, 1 - USUAL_DAYS) : readDay(wanted.startDate, timeZone);
  const [startDate, endDate] = [written(first), written(last)];
  if (startDate > endDate) throw invalidField('startDate', 'The first day can’t be after the last');
  return { startDate, endDate, from: startOfDay(first, timeZone), to: startOfDay(daysLater(last, 1), timeZone) };
}

async function walletOf(db: Executor, account: Account): Promise<Wallet> {
  const wallet = await findWallet(db, account.walletId);
  if (wallet === null) throw new Error(`account ${account.id} has no wallet ${account.walletId}`);
  return wallet;
}

/** The page that explains what caused an entry. `payments`: those behind refunds, disputes and what was owed. */
function linkOf(cause: Cause, payments: ReadonlyMap<string, string>): string | null {
  const { type, id } = cause;
  if (type === 'call') return `/calls/${id}`;
  if (type === 'message' || type === 'message_refund') return `/messages?message=${recordOf(cause)}`;
  if (type === 'number') return '/numbers';
  if (type === 'plan') return '/billing/plan';
  // What is paid of charges and of payments taken back has one id, the payment's that pays both.
  const payment = type === 'payment' ? id : BEHIND_PAYMENTS.includes(type) ? payments.get(id) : undefined;
  return payment === undefined ? null : `/billing?payment=${payment}`;
}

/** The contract has seen that it is a date, or an instant, which stands for the day that it falls on. */
function readDay(text: string, timeZone: string): LocalDay {
  if (text.includes('T')) return localDay(new Date(text), timeZone);
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number);
  return { year, month, day };
}

function daysLater({ year, month, day }: LocalDay, days: number): LocalDay {
  const at = new Date(Date.UTC(year, month - 1, day + days));
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
}

function written({ year, month, day }: LocalDay): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
