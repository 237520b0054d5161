import { sql } from 'kysely';
import type { Database } from '../../../platform/database.ts';
import type { ApiCustomer } from '../../../testing/api-customer.ts';

/** Asks a server in the name of a session. */
export function askAt(origin: string, token: string): ApiCustomer['ask'] {
  return async (method, path, body) => {
    const reply = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: reply.status, body: await reply.json().catch(() => null) };
  };
}

/** The same person in another browser: a session of its own. */
export async function signInAgain(
  app: { origin: string; database: Database },
  { userId }: { userId: string },
): Promise<ApiCustomer['ask']> {
  const { rows } = await sql<{ email: string }>`select email from accounts.user where id = ${userId}`.execute(
    app.database,
  );
  const answer = await fetch(`${app.origin}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: rows[0]?.email, password: 'Analytical1843' }),
  });
  const { token } = (await answer.json()) as { token: string };
  return askAt(app.origin, token);
}
