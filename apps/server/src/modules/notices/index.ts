import type { LiveEvent } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { type BatchSubscription, type EventOf, eventTypes } from '../../platform/events.ts';
import { forgetting } from '../../platform/forgetting/forgetting.ts';
import type { Identity } from '../../platform/http-server.ts';
import { liveView, type ServerModule } from '../../platform/server-module.ts';
import { mailNewMessages } from './mail-messages.ts';
import { viewOfNotice } from './notice-view.ts';
import { type EventDeps, HEARD, type HeardType, noticesOfEvents } from './notices-of-events.ts';
import { countUnread, findNotice, findNoticeSettings, forgetNotices, noticesOf } from './notices-store.ts';
import { viewOfNoticeSettings } from './notice-settings.ts';
import { addNoticeRoutes, type NoticeRouteDeps } from './routes.ts';

export { callPushOf } from './call-push.ts';

export type NoticesDeps = NoticeRouteDeps & EventDeps;

const FORGET_EVERY_MS = 60 * 60_000;
const MAIL_EVERY_MS = 30_000;
const KEEP_MS = 180 * 24 * 60 * 60_000;
const AT_ONCE = 200;

/** What users should know of, made from events. */
export function createNotices(deps: NoticesDeps): ServerModule {
  const fromEvents: BatchSubscription<HeardType> = {
    name: 'notices',
    types: HEARD,
    receiveAll: async (tx, events) => await noticesOfEvents(deps, tx, events),
  };
  return {
    routes: async (app) => addNoticeRoutes(app, deps),
    subscriptions: [fromEvents],
    ticks: [
      { name: 'mail new messages', everyMs: MAIL_EVERY_MS, run: async () => await mailNewMessages(deps) },
      forgetting(deps, {
        name: 'forget old notices',
        everyMs: FORGET_EVERY_MS,
        keepMs: KEEP_MS,
        forget: forgetNotices,
      }),
    ],
    exports: [
      { name: 'notices', items: ({ userId }) => everyNoticeOf(deps, userId) },
      { name: 'noticeSettings', items: (owner) => noticeSettingsOf(deps, owner) },
    ],
    liveViews: [liveView(eventTypes('notice.changed'), async (event, viewer) => await viewNotice(deps, event, viewer))],
  };
}

type ReadDeps = Pick<NoticesDeps, 'addresseeOf'> & { database: Executor };

/** What `notice.changed` shows to its own user; null to the others of the account. */
async function viewNotice(
  { database, addresseeOf }: ReadDeps,
  event: Pick<EventOf<'notice.changed'>, 'subjectId' | 'payload'>,
  viewer: Identity,
): Promise<LiveEvent | null> {
  const { userId } = viewer;
  if (event.payload.userId !== userId) return null;
  const notice = await findNotice(database, { id: event.subjectId, userId });
  return {
    type: 'notice.changed',
    notice: notice === null ? null : viewOfNotice(notice, (await addresseeOf(database, userId)).timeZone),
    unread: await countUnread(database, userId),
  };
}

/** Every notice of a user, newest first, for an export. */
async function* everyNoticeOf({ database, addresseeOf }: ReadDeps, userId: string): AsyncGenerator<unknown> {
  const { timeZone } = await addresseeOf(database, userId);
  let before: string | null = null;
  for (;;) {
    const notices = await noticesOf(database, { userId, before, most: AT_ONCE, isUnreadOnly: false });
    for (const notice of notices) yield viewOfNotice(notice, timeZone);
    before = notices.at(-1)?.id ?? null;
    if (notices.length < AT_ONCE) return;
  }
}

/** What a user wants to be told of, and how, for an export. */
async function* noticeSettingsOf(
  { database, currencyOf }: Pick<NoticesDeps, 'currencyOf'> & { database: Executor },
  { accountId, userId }: { accountId: string; userId: string },
): AsyncGenerator<unknown> {
  yield viewOfNoticeSettings(await findNoticeSettings(database, userId), await currencyOf(database, accountId));
}
