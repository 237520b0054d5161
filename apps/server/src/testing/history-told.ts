import type { BillingEntry } from '@farline/contracts';
import { expect } from 'vitest';
import { type CsvRecord, readCsv } from '../platform/csv.ts';
import type { ApiCustomer } from './api-customer.ts';

/** The columns of the billing history's file, which programs read by name. */
const COLUMNS = 'at,kind,amount,balance_after,currency,cause,cause_id,entry,peer,practice'.split(',');

/** The lines of the billing history's file, without that of its columns. */
export async function historyLines(customer: ApiCustomer): Promise<CsvRecord[]> {
  const file = await customer.fetch('/billing/history.csv?startDate=2020-01-01');
  const [columns, ...lines] = readCsv(await file.text()).records;
  expect(columns?.cells).toEqual(COLUMNS);
  return lines;
}

/** A line of a call leads to it and tells whom it went to and for how long; no other line does. */
export function expectCallsTold(history: readonly BillingEntry[]): void {
  for (const entry of history.filter(({ kind }) => kind === 'call')) {
    expect(entry.link).toBe(`/calls/${entry.cause.id}`);
    expect(entry.call).toEqual({
      direction: 'outbound',
      to: entry.peer,
      seconds: expect.any(Number),
      isPractice: expect.any(Boolean),
    });
    expect(entry.peer).toMatch(/^\+\d+$/);
  }
  expect(history.filter(({ kind, call }) => kind !== 'call' && call !== null)).toEqual([]);
}
