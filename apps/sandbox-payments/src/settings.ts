import { join } from 'node:path';
import { readEnvironment } from '@farline/program';
import { z } from 'zod';

/** All that can be set from outside. */
export type Settings = {
  host: string;
  port: number;
  /** Where the payer's browser finds the pages; null: on localhost, at the port. */
  publicUrl: string | null;
  key: string;
  webhook: { url: string; secret: string } | null;
  lateMs: number;
  untidiness: { seed: number; doubledPercent: number; heldBackPercent: number };
  retryMs: number;
  journalPath: string;
};

const percent = z.coerce.number().min(0).max(100).default(0);
const environment = z.object({
  FARLINE_SANDBOX_PAYMENTS_HOST: z.enum(['127.0.0.1', '::1']).default('127.0.0.1'),
  FARLINE_SANDBOX_PAYMENTS_PORT: z.coerce.number().int().min(0).max(65_535).default(4009),
  FARLINE_SANDBOX_PAYMENTS_PUBLIC_URL: z.url().optional(),
  FARLINE_SANDBOX_PAYMENTS_KEY: z.string({ error: 'is missing' }).min(16, 'must have at least 16 characters'),
  FARLINE_SANDBOX_PAYMENTS_WEBHOOK_URL: z.url().optional(),
  FARLINE_SANDBOX_PAYMENTS_WEBHOOK_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  FARLINE_SANDBOX_PAYMENTS_LATE_MS: z.coerce.number().int().min(0).max(3_600_000).default(5_000),
  FARLINE_SANDBOX_PAYMENTS_RETRY_MS: z.coerce.number().int().min(1).max(60_000).default(1_000),
  FARLINE_SANDBOX_PAYMENTS_SEED: z.coerce.number().int().default(1),
  FARLINE_SANDBOX_PAYMENTS_DOUBLED_PERCENT: percent,
  FARLINE_SANDBOX_PAYMENTS_HELD_BACK_PERCENT: percent,
  FARLINE_DATA_DIR: z.string().min(1).default('data'),
});

/** The settings in the environment. Throws with a sentence for each that cannot be. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const e = readEnvironment(environment, env);
  const url = e.FARLINE_SANDBOX_PAYMENTS_WEBHOOK_URL;
  const secret = e.FARLINE_SANDBOX_PAYMENTS_WEBHOOK_SECRET;
  if (url !== undefined && secret === undefined) {
    throw new Error(
      'FARLINE_SANDBOX_PAYMENTS_WEBHOOK_SECRET: is missing, and a webhook without signature proves nothing',
    );
  }
  return {
    host: e.FARLINE_SANDBOX_PAYMENTS_HOST,
    port: e.FARLINE_SANDBOX_PAYMENTS_PORT,
    publicUrl: e.FARLINE_SANDBOX_PAYMENTS_PUBLIC_URL?.replace(/\/$/, '') ?? null,
    key: e.FARLINE_SANDBOX_PAYMENTS_KEY,
    webhook: url === undefined || secret === undefined ? null : { url, secret },
    lateMs: e.FARLINE_SANDBOX_PAYMENTS_LATE_MS,
    retryMs: e.FARLINE_SANDBOX_PAYMENTS_RETRY_MS,
    untidiness: {
      seed: e.FARLINE_SANDBOX_PAYMENTS_SEED,
      doubledPercent: e.FARLINE_SANDBOX_PAYMENTS_DOUBLED_PERCENT,
      heldBackPercent: e.FARLINE_SANDBOX_PAYMENTS_HELD_BACK_PERCENT,
    },
    journalPath: join(e.FARLINE_DATA_DIR, 'sandbox-payments.jsonl'),
  };
}
