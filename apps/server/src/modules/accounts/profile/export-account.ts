import type { Identity } from '../../../platform/http-server.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { auditEventsOf } from '../record/audit-store.ts';
import { viewFactor } from '../factors/factor.ts';
import { factorsOf } from '../factors/factors-store.ts';
import { listSessions } from '../sessions/list-sessions.ts';
import { findPicture } from '../record/picture-store.ts';
import { viewUser } from '../record/user-view.ts';

/**
 * Everything that is known of an account, as the text of one JSON object, piece by piece: no account is too large for it.
 * Passwords, tokens and HA1s are not in it.
 */
export async function* exportAccount(deps: UseCaseDeps, identity: Identity): AsyncGenerator<string> {
  const { accountId, userId } = identity;
  yield `{"exportedAt":${JSON.stringify(deps.clock.now())}`;
  yield `,"profile":${JSON.stringify(await viewUser(deps, deps.database, userId))}`;
  yield `,"picture":${JSON.stringify(await pictureOf(deps, userId))}`;
  yield* list('sessions', from(await listSessions(deps, identity)));
  yield* list('secondFactors', from((await factorsOf(deps.database, userId)).map(viewFactor)));
  yield* list('securityEvents', auditEventsOf(deps.database, accountId));
  for (const part of deps.exportParts()) yield* list(part.name, part.items({ accountId, userId }));
  yield '}\n';
}

async function pictureOf({ database }: UseCaseDeps, userId: string) {
  const picture = await findPicture(database, userId);
  if (picture === null) return null;
  return { type: picture.type, changedAt: picture.changedAt, base64: picture.bytes.toString('base64') };
}

async function* list(name: string, items: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield `,${JSON.stringify(name)}:[`;
  let separator = '';
  for await (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ',\n';
  }
  yield ']';
}

async function* from<T>(items: T[]): AsyncGenerator<T> {
  yield* items;
}
