import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../platform/database.ts';
import type { Identity } from '../../../platform/http-server.ts';
import { emailUnconfirmed } from './accounts-problems.ts';
import { findUser } from './accounts-store.ts';

const MOST_REMEMBERED = 50_000;

export type ConfirmedOnly = {
  /** Whether a user has confirmed a mail address. */
  isConfirmed(identity: Pick<Identity, 'userId'>): Promise<boolean>;
  /** Has routes with `config: { confirmedOnly: true }` refuse with 403 whoever is signed in without a confirmed address. */
  guard(app: FastifyInstance): void;
};

/** What is closed to whoever has not confirmed their mail address. */
export function createConfirmedOnly(deps: { database: Database }): ConfirmedOnly {
  // Whoever has confirmed an address never has none again: what is remembered stays true.
  const confirmed = new Set<string>();

  const isConfirmed: ConfirmedOnly['isConfirmed'] = async ({ userId }) => {
    if (confirmed.has(userId)) return true;
    const user = await findUser(deps.database, userId);
    if (user === null || user.emailConfirmedAt === null) return false;
    const [oldest] = confirmed;
    if (confirmed.size >= MOST_REMEMBERED && oldest !== undefined) confirmed.delete(oldest);
    confirmed.add(userId);
    return true;
  };

  return {
    isConfirmed,
    guard: (app) => {
      app.addHook('preParsing', async (request) => {
        if (request.routeOptions.config.confirmedOnly !== true || request.identity === null) return;
        if (!(await isConfirmed(request.identity))) throw emailUnconfirmed();
      });
    },
  };
}
