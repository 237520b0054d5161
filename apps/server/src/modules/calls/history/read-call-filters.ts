import { type CallFilters, type CallStatus, type EndReason, partOfNumber } from '@farline/contracts';
import type { Database, Executor } from '../../../platform/database.ts';
import { type LocalDay, startOfDay } from '../../../platform/local-days.ts';
import { invalidField } from '../../../platform/problems.ts';
import { findAccount } from '../../accounts/index.ts';
import { readDialledNumber } from '../../rating/index.ts';
import { accountClosed } from '../record/calls-problems.ts';

/** Which calls of an account are looked for; null: any. */
export type CallSearch = {
  accountId: string;
  to: CalledNumbers | null;
  /** With one of these numbers. */
  with: readonly string[] | null;
  status: CallStatus | null;
  reason: EndReason | null;
  countryCode: string | null;
  /** From the first instant on, before the second. */
  from: Date | null;
  before: Date | null;
};

/** Numbers that are one of `exact`, or that have `part` in them (null: no part will do). */
export type CalledNumbers = { part: string | null; exact: readonly string[] };

export type FilterDeps = {
  database: Database;
  /** The numbers of an account's contacts whose names have all these words. */
  numbersNamed: (db: Executor, wanted: { accountId: string; name: string }) => Promise<string[]>;
};

/** What a page's filters mean: words are names of contacts, digits parts of numbers, days those of the account. */
export async function readCallFilters(
  deps: FilterDeps,
  accountId: string,
  filters: CallFilters & { with?: string | undefined },
): Promise<CallSearch> {
  const q = filters.q ?? '';
  const named = q === '' ? [] : await deps.numbersNamed(deps.database, { accountId, name: q });
  const read = readDialledNumber(q, filters.defaultCountry);
  const exact = read.kind === 'e164' ? [...named, read.number] : named;
  const to = q === '' ? null : { part: partOfNumber(q), exact };
  return {
    accountId,
    to,
    with: filters.with?.split(',') ?? null,
    status: filters.status ?? null,
    reason: filters.reason ?? null,
    countryCode: filters.countryCode ?? null,
    ...(await readDays(deps.database, accountId, filters)),
  };
}

async function readDays(database: Database, accountId: string, filters: CallFilters) {
  if (filters.from === undefined && filters.to === undefined) return { from: null, before: null };
  if (filters.from !== undefined && filters.to !== undefined && filters.to < filters.from) {
    throw invalidField('to', 'The last day is before the first');
  }
  const account = await findAccount(database, accountId);
  if (account === null) throw accountClosed();
  const { timeZone } = account;
  const last = filters.to === undefined ? null : dayOf(filters.to);
  return {
    from: filters.from === undefined ? null : startOfDay(dayOf(filters.from), timeZone),
    before: last === null ? null : startOfDay({ ...last, day: last.day + 1 }, timeZone),
  };
}

function dayOf(text: string): LocalDay {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number);
  return { year, month, day };
}
