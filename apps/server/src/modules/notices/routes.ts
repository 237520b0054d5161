import { noticeRoutes } from '@farline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Executor } from '../../platform/database.ts';
import { type Identity, identityOf } from '../../platform/http-server.ts';
import { idOf } from '../../platform/id-params.ts';
import { notFound } from '../../platform/problems.ts';
import { serveRoutes } from '../../platform/serve-routes.ts';
import { viewOfNotice } from './notice-view.ts';
import { countUnread, findNotice, findNoticeSettings, noticesOf, saveNoticeSettings } from './notices-store.ts';
import { readNotices } from './read-notices.ts';
import { noticeSettingsIn, viewOfNoticeSettings } from './notice-settings.ts';

export type NoticeRouteDeps = {
  database: Database;
  clock: Clock;
  requireUser: (request: FastifyRequest) => Promise<void>;
  addresseeOf: (db: Executor, userId: string) => Promise<{ timeZone: string }>;
  currencyOf: (db: Executor, accountId: string) => Promise<string>;
};

const noticeNotFound = () => notFound('The notice');

/** A user's notices, and what they want to be told of. */
export function addNoticeRoutes(app: FastifyInstance, deps: NoticeRouteDeps): void {
  const serve = serveRoutes(app, { user: deps.requireUser });
  const timeZoneOf = async (userId: string) => (await deps.addresseeOf(deps.database, userId)).timeZone;

  serve(noticeRoutes.list, async (request) => {
    const { userId } = identityOf(request);
    const { limit, cursor, unread } = request.query;
    const wanted = { userId, before: cursor ?? null, most: limit + 1, isUnreadOnly: unread ?? false };
    const found = await noticesOf(deps.database, wanted);
    const items = found.slice(0, limit);
    const timeZone = await timeZoneOf(userId);
    return {
      items: items.map((notice) => viewOfNotice(notice, timeZone)),
      nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null,
      unread: await countUnread(deps.database, userId),
    };
  });

  serve(noticeRoutes.unread, async (request) => ({
    unread: await countUnread(deps.database, identityOf(request).userId),
  }));

  serve(noticeRoutes.readAll, async (request) => ({ unread: await readNotices(deps, identityOf(request), null) }));

  serve(noticeRoutes.read, async (request) => {
    const identity = identityOf(request);
    const id = idOf(request.params, noticeNotFound);
    const unread = await readNotices(deps, identity, id);
    const notice = await findNotice(deps.database, { id, userId: identity.userId });
    if (notice === null) throw noticeNotFound();
    return { notice: viewOfNotice(notice, await timeZoneOf(identity.userId)), unread };
  });

  const settings = async ({ userId, accountId }: Identity) =>
    viewOfNoticeSettings(
      await findNoticeSettings(deps.database, userId),
      await deps.currencyOf(deps.database, accountId),
    );

  serve(noticeRoutes.settings, async (request) => ({ settings: await settings(identityOf(request)) }));

  serve(noticeRoutes.changeSettings, async (request) => {
    const identity = identityOf(request);
    await saveNoticeSettings(deps.database, identity.userId, noticeSettingsIn(request.body));
    return { settings: await settings(identity) };
  });
}
