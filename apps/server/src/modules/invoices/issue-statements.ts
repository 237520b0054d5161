import type { Executor, Transaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { dayText, type LocalDay, localDay, startOfDay } from '../../platform/local-days.ts';
import { type Account, accountsAfter, findAccount, type ListedAccount } from '../accounts/index.ts';
import { beforeStated, lastEntryOf, type StatedEntry, statedEntries } from '../ledger/index.ts';
import { micros } from '@farline/contracts';
import { entryKind } from './entry-kind.ts';
import { buyerOf } from './buyer.ts';
import {
  chargedMicros,
  type StatementCall,
  type StatementContent,
  type StatementLine,
  type StatementSums,
  sumOf,
} from './invoice.ts';
import type { InvoiceDeps, StatedCall } from './invoice-deps.ts';
import { inTurn } from '../../platform/in-turn.ts';
import { insertInvoice } from './invoices-store.ts';
import { issueEach } from './issue-each.ts';
import { createTally } from './statement-lines.ts';
import { insertLines } from './statement-lines-store.ts';
import {
  beginSchedules,
  lockDueSchedule,
  putOffSchedule,
  saveSchedule,
  type StatementSchedule,
  withoutSchedule,
} from './statement-schedule-store.ts';
import { taxOn, taxRuleFor } from './tax.ts';

const ACCOUNTS_AT_ONCE = 500;
const STATEMENTS_AT_ONCE = 100;
const ENTRIES_AT_ONCE = 500;
/** What ended in the month is usually charged by then; what comes later stands on the next statement, with its date. */
const DUE_AFTER_MS = 60 * 60_000;

/**
 * Sees to it that every account has a schedule of its statements: a page of accounts each time, round and round, so that nobody is
 * ever missed. Gives how many it looked at.
 */
export function createScheduleKeeper(deps: Pick<InvoiceDeps, 'database'>): () => Promise<number> {
  const nextAccounts = inTurn<ListedAccount>(
    ACCOUNTS_AT_ONCE,
    async (after) => await accountsAfter(deps.database, { after: after?.id ?? null, most: ACCOUNTS_AT_ONCE }),
  );
  return async () => {
    const accounts = await nextAccounts();
    const accountIds = accounts.map(({ id }) => id);
    // When an account's month ends is long to find out, and mostly nobody of a page is new.
    const without = await withoutSchedule(deps.database, accountIds);
    const fresh = accounts.filter(({ id }) => without.has(id));
    const begun = fresh.map(({ id, timeZone, createdAt }) => {
      const { year, month } = localDay(createdAt, timeZone);
      const first = { year, month, day: 1 };
      const dueAt = dueAfter(monthAfter(first), timeZone);
      return { accountId: id, month: dayText(first), beginsAt: startOfDay(first, timeZone), dueAt };
    });
    if (begun.length > 0) await beginSchedules(deps.database, begun);
    return accounts.length;
  };
}

/**
 * Writes the statements that are due: of every past month in which something moved, once. A month that cannot be closed is
 * tried again later, and holds up no other account. Gives how many months it closed.
 */
export async function issueStatements(deps: InvoiceDeps): Promise<number> {
  const now = deps.clock.now();
  return await issueEach(deps.database, {
    most: STATEMENTS_AT_ONCE,
    now,
    lock: async (tx) => await lockDueSchedule(tx, now),
    issue: async (tx, schedule) => await closeMonth(deps, tx, schedule),
    putOff: async ({ accountId }, until) => await putOffSchedule(deps.database, { accountId, now, until }),
    failed: ({ accountId }, error) => deps.log.error({ err: error, accountId }, 'a statement could not be written'),
  });
}

async function closeMonth(deps: InvoiceDeps, tx: Transaction, schedule: StatementSchedule): Promise<void> {
  const account = await findAccount(tx, schedule.accountId);
  if (account === null) throw new Error(`there is no account ${schedule.accountId}`);
  const now = deps.clock.now();
  const next = monthAfter(schedule.firstDay);
  const endsAt = startOfDay(next, account.timeZone);
  const { accountId, seenEntry, balanceMicros } = schedule;
  // The account has moved westwards since: its month ends later.
  if (now < dueAfter(next, account.timeZone)) {
    const dueAt = dueAfter(next, account.timeZone);
    return await saveSchedule(tx, { ...schedule, month: dayText(schedule.firstDay), dueAt });
  }

  const upTo = await lastEntryOf(tx, account.walletId);
  const invoiceId = newId(now);
  const span = { walletId: account.walletId, from: schedule.beginsAt, to: endsAt, unseenAfter: seenEntry, upTo };
  const sums = await writeLines(deps, tx, { invoiceId, span });
  const closing = micros(balanceMicros + sumOf(sums.calls) + sumOf(sums.others));
  if (sums.calls.length + sums.others.length > 0) {
    const content = await statementOf(deps, tx, account, { schedule, endsAt, sums, closingMicros: closing });
    await insertInvoice(tx, {
      id: invoiceId,
      accountId,
      issuedAt: now,
      currency: account.currency,
      totalMicros: chargedMicros(sums),
      content,
    });
    await publish(tx, { type: 'invoice.issued', accountId, subjectId: invoiceId });
  }
  await saveSchedule(tx, {
    accountId,
    month: dayText(next),
    beginsAt: endsAt,
    seenEntry: upTo > seenEntry ? upTo : seenEntry,
    balanceMicros: closing,
    dueAt: dueAfter(monthAfter(next), account.timeZone),
  });
}

/** Writes the lines of a month, a piece at a time, and gives what they come to. */
async function writeLines(
  deps: InvoiceDeps,
  tx: Transaction,
  { invoiceId, span }: { invoiceId: string; span: Parameters<typeof beforeStated>[1] & { upTo: bigint } },
): Promise<StatementSums> {
  const tally = createTally();
  let after = await beforeStated(tx, span);
  for (;;) {
    const entries = await statedEntries(tx, { ...span, after, most: ENTRIES_AT_ONCE });
    const known = await callsOf(deps, tx, entries);
    await insertLines(tx, { invoiceId, lines: entries.map((entry) => tally.place(lineOf(entry, known))) });
    after = entries.at(-1)?.position ?? after;
    if (entries.length < ENTRIES_AT_ONCE) return tally.sums();
  }
}

function lineOf(
  { cause, amountMicros, isCharge, at }: StatedEntry,
  known: ReadonlyMap<string, StatedCall>,
): { call: StatementCall } | { other: StatementLine } {
  const call = cause.type === 'call' ? known.get(cause.id) : undefined;
  if (call === undefined) return { other: { at, kind: entryKind(cause.type), amountMicros, isCharge, cause } };
  const { countryCode, kind } = call.rated.destination;
  return {
    call: {
      at,
      to: call.to,
      countryCode,
      kind,
      amountMicros,
      callId: call.id,
      seconds: call.answeredSeconds,
      includedSeconds: call.included?.seconds ?? 0,
    },
  };
}

async function callsOf(
  deps: InvoiceDeps,
  db: Executor,
  entries: readonly StatedEntry[],
): Promise<Map<string, StatedCall>> {
  const ids = entries.filter(({ cause }) => cause.type === 'call').map(({ cause }) => cause.id);
  if (ids.length === 0) return new Map();
  return new Map((await deps.chargedCalls(db, ids)).map((call) => [call.id, call]));
}

async function statementOf(
  deps: InvoiceDeps,
  db: Executor,
  account: Account,
  month: {
    schedule: StatementSchedule;
    endsAt: Date;
    sums: StatementSums;
    closingMicros: StatementContent['closingMicros'];
  },
): Promise<StatementContent> {
  const { schedule, endsAt, sums } = month;
  const buyer = await buyerOf(db, account.id);
  const { seller, taxRules, taxPoint } = deps.settings;
  const rule = taxPoint === 'use' ? taxRuleFor(taxRules, buyer.country ?? seller.country) : null;
  return {
    kind: 'statement',
    issuedOn: dayText(localDay(deps.clock.now(), account.timeZone)),
    seller,
    buyer,
    tax: rule === null ? null : taxOn(rule, chargedMicros(sums)),
    firstDay: dayText(schedule.firstDay),
    lastDay: dayText(localDay(new Date(endsAt.getTime() - 1), account.timeZone)),
    timeZone: account.timeZone,
    openingMicros: schedule.balanceMicros,
    closingMicros: month.closingMicros,
    sums,
    calls: [],
    others: [],
  };
}

function monthAfter({ year, month }: LocalDay): LocalDay {
  return month === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: month + 1, day: 1 };
}

function dueAfter(firstDay: LocalDay, timeZone: string): Date {
  return new Date(startOfDay(firstDay, timeZone).getTime() + DUE_AFTER_MS);
}
