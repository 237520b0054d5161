import { sql } from 'kysely';
import { topUp } from '../modules/ledger/index.ts';
import { z } from 'zod';
import type { Database } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { confirmSignUp } from './confirm-sign-up.ts';
import { usd } from './money/usd.ts';

/** Somebody who has signed up at a test's server, and what they ask of it. */
export type ApiCustomer = {
  token: string;
  accountId: string;
  userId: string;
  walletId: string;
  /** Sends JSON, or a form as it is, to a path under /api/v1; with an Idempotency-Key, if one is given. */
  ask: (method: string, path: string, body?: object, key?: string) => Promise<{ status: number; body: unknown }>;
  /** The answer as it comes, for files. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Proves anew who they are, once: it counts for ten minutes. */
  prove: () => Promise<void>;
};

/** Signs somebody up whose days are those of `timeZone`, with two dollars of an operator or as many as is said. */
export async function apiCustomer(
  app: { origin: string; database: Database },
  options: { timeZone?: string; dollars?: number; trialDollars?: number } = {},
): Promise<ApiCustomer> {
  const person = { firstName: 'Ada', lastName: 'Lovelace', password: 'Analytical1843' };
  const answer = await fetch(`${app.origin}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, email: `${newId()}@example.org` }),
  });
  const { token, user } = z
    .object({ token: z.string(), user: z.object({ id: z.string(), accountId: z.string() }) })
    .parse(await answer.json());
  // What a test counts is money, unless it says otherwise.
  const trialCreditMicros = usd(options.trialDollars ?? 0);
  await confirmSignUp(app.database, user.id, { trialCreditMicros });
  const { rows } = await sql<{ wallet_id: string }>`
    select wallet_id from accounts.account where id = ${user.accountId}`.execute(app.database);

  const walletId = rows[0]?.wallet_id ?? '';
  const amountMicros = usd(options.dollars ?? 2);
  if (amountMicros > 0n) {
    const cause = { type: 'operator_credit', id: newId() };
    await topUp(app.database, { walletId, amountMicros, from: 'operator_credit', cause, at: new Date() });
  }

  const send = async (path: string, init: RequestInit = {}) =>
    await fetch(`${app.origin}/api/v1${path}`, {
      ...init,
      headers: { ...(init.headers as Record<string, string> | undefined), authorization: `Bearer ${token}` },
    });
  let proving: Promise<unknown> | null = null;
  const customer: ApiCustomer = {
    token,
    userId: user.id,
    accountId: user.accountId,
    walletId,
    fetch: send,
    prove: async () => {
      const proof = { by: 'password', password: person.password };
      proving ??= customer.ask('POST', '/auth/proof', { proof });
      await proving;
    },
    ask: async (method, path, body, key) => {
      const isForm = body instanceof FormData;
      const reply = await send(path, {
        method,
        headers: {
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      });
      return { status: reply.status, body: await reply.json().catch(() => null) };
    },
  };
  if (options.timeZone !== undefined) await customer.ask('PATCH', '/auth/profile', { timeZone: options.timeZone });
  return customer;
}
