import type { Clock } from '../../platform/clock.ts';
import type { Database, Executor } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Micros } from '@farline/contracts';
import type { Party } from './invoice.ts';
import type { TaxPoint, TaxRule } from './tax.ts';

/** What an operator has set for invoices. */
export type InvoiceSettings = {
  seller: Party;
  taxRules: readonly TaxRule[];
  taxPoint: TaxPoint;
};

/** What a statement tells of a call. */
export type StatedCall = {
  id: string;
  direction: 'outbound' | 'inbound';
  /** Null: whoever called did not show it. */
  from: string | null;
  to: string;
  rated: { destination: { countryCode: string | null; kind: string } };
  answeredSeconds: number;
  /** A sandbox trunk carried it. */
  isPractice: boolean;
  /** What a plan's allowance paid of it; null: nothing. */
  included: { seconds: number } | null;
  costMicros: Micros;
};

/** What issuing invoices needs. */
export type InvoiceDeps = {
  database: Database;
  clock: Clock;
  log: Log;
  settings: InvoiceSettings;
  /** The answered calls with these ids, at most 1,000: from calls, which keep them. */
  chargedCalls: (db: Executor, ids: readonly string[]) => Promise<StatedCall[]>;
  /** Whom these messages went to, by the id of each. */
  peersOfMessages: (db: Executor, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Which numbers these charges were the rent of, by the id of each. */
  numbersOfCharges: (db: Executor, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
};
