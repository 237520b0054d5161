import type { Executor } from '../../platform/database.ts';
import { type BatchSubscription, eventTypes } from '../../platform/events.ts';
import { forgetAll } from '../../platform/forgetting/forget-all.ts';
import { type ExportPart, liveView, type ServerModule } from '../../platform/server-module.ts';
import type { Tick } from '../../platform/ticks.ts';
import { gathered } from '../../platform/concurrency/batching.ts';
import { everyConversationOf } from './inbox/export-conversations.ts';
import { everyBroadcastOf, everyBroadcastRecipientOf } from './broadcasts/broadcast-routes.ts';
import { createCodeTexts } from './codes/code-texts.ts';
import { feedBroadcasts } from './broadcasts/feed-broadcasts.ts';
import { everyMessageOf } from './inbox/export-messages.ts';
import { askErasure } from './inbox/erasures-store.ts';
import { viewThread } from './inbox/thread-view.ts';
import { countUnread } from './inbox/threads-store.ts';
import { eraseMessages } from './erase-messages.ts';
import { forgetReceivedIds } from './receiving/received-parts-store.ts';
import { receivePart, writeOverdue } from './receiving/receive-message.ts';
import { forgetAnswered } from './receiving/unanswered-deliveries-store.ts';
import { forgetCarrierLines, noteCarrierLines } from './record/carrier-lines-store.ts';
import type { DeliveryFingerprint, DeliveryReceipt, IncomingPart } from './record/carrier.ts';
import { viewOfMessage } from './record/message-record.ts';
import { findMessages } from './record/messages-store.ts';
import type { MessageRouteDeps } from './record/messages-deps.ts';
import { addMessageRoutes } from './routes.ts';
import { viewOfScheduled } from './record/scheduled-message.ts';
import { senderNamesOf } from './record/sender-names-store.ts';
import { scheduledAfter } from './record/scheduled-store.ts';
import { everyTemplateOf } from './templates/template-routes.ts';
import { sendScheduled } from './scheduled/send-scheduled.ts';
import { forgetEarlyReceipts } from './sending/delivery-receipts-store.ts';
import { sendDueMessages } from './sending/send-messages.ts';
import { settleLeftBehind } from './sending/settle-left-behind.ts';
import { takeDeliveryReceipts } from './sending/take-delivery-receipts.ts';
import { addWebhookRoutes } from './webhook-routes.ts';
import { writeKeywordAnswer } from './write-keyword-answer.ts';

export type { Carrier, DeliveryReceipt, PartToSend, IncomingPart, SendOutcome } from './record/carrier.ts';
export { carrierLines, countOpenMessages } from './record/carrier-lines-store.ts';
export { countedMessagesBefore } from './record/counted-messages-store.ts';
export { chargedMessage } from './record/charged-message.ts';
export { isPeerBlockedSql, notesOfPeers } from './inbox/threads-store.ts';
export type { SenderName } from './record/sender-names.ts';
export { isSenderName } from './record/sender-names.ts';
export { allowSenderName, forbidSenderName, senderNamesOf } from './record/sender-names-store.ts';
export { countSent, peersOfMessages } from './record/messages-store.ts';

/** Messages, and what carriers hand over. */
export type Messages = ServerModule & {
  codes: ReturnType<typeof createCodeTexts>;
  listener: {
    receipt(receipt: DeliveryReceipt): Promise<void>;
    received(part: IncomingPart): Promise<void>;
    /** The carrier has heard that it is taken. */
    answered(delivery: DeliveryFingerprint & { bind: string }): Promise<void>;
  };
};

const RECEIPTS_AT_ONCE = 100;
const SEND_EVERY_MS = 100;
const SCHEDULED_EVERY_MS = 1_000;
const BROADCASTS_EVERY_MS = 1_000;
const LOOK_EVERY_MS = 5_000;
const OVERDUE_EVERY_MS = 30_000;
const FORGET_EVERY_MS = 10 * 60_000;
const ERASE_EVERY_MS = 5_000;
const KEEP_RECEIPTS_MS = 3 * 24 * 60 * 60_000;
/** Not every carrier says when it signed a webhook: one that was overheard is known for what it is for so long. */
const KEEP_IDS_MS = 30 * 24 * 60 * 60_000;

/** Text messages: written, carried, paid and received. */
export function createMessages(deps: MessageRouteDeps): Messages {
  const { database, clock } = deps;
  return {
    codes: createCodeTexts(deps),
    routes: async (app) => {
      addMessageRoutes(app, deps);
      await addWebhookRoutes(app, deps);
    },
    listener: listenerOf(deps),
    ticks: [
      { name: 'send messages', everyMs: SEND_EVERY_MS, run: async (stopping) => await sendDueMessages(deps, stopping) },
      { name: 'note carriers', everyMs: LOOK_EVERY_MS, run: async () => await noteCarriers(deps) },
      ...ticksOfWaiting(deps),
      { name: 'settle messages left behind', everyMs: LOOK_EVERY_MS, run: async () => await settleLeftBehind(deps) },
      { name: 'write incomplete messages', everyMs: OVERDUE_EVERY_MS, run: async () => await writeOverdue(deps) },
      {
        name: 'forget receipts of nobody',
        everyMs: FORGET_EVERY_MS,
        run: async (stopping) => {
          const before = new Date(clock.now().getTime() - KEEP_RECEIPTS_MS);
          const idsBefore = new Date(clock.now().getTime() - KEEP_IDS_MS);
          await forgetAll(async () => await forgetEarlyReceipts(database, before), stopping);
          await forgetAll(async () => await forgetReceivedIds(database, idsBefore), stopping);
          await forgetCarrierLines(database, before);
        },
      },
      {
        name: 'erase messages of closed accounts',
        everyMs: ERASE_EVERY_MS,
        run: async (stopping) => await eraseMessages(deps, stopping),
      },
    ],
    subscriptions: [keywords(deps), closedAccounts()],
    runsIn: 'call-control',
    exports: exportsOf(deps),
    liveViews: [
      liveView(
        eventTypes('message.changed', 'message.charged', 'message.returned'),
        async ({ subjectId, accountId }) => {
          const message = (await findMessages(database, [subjectId])).get(subjectId);
          if (message === undefined || message.accountId !== accountId) return null;
          const unread = await countUnread(database, message.accountId);
          return { type: 'message.changed', message: viewOfMessage(message), unread };
        },
      ),
      liveView(eventTypes('templates.changed'), () => ({ type: 'templates.changed' })),
      liveView(eventTypes('broadcast.changed'), ({ subjectId }) => ({ type: 'broadcast.changed', id: subjectId })),
      liveView(eventTypes('thread.changed'), async ({ accountId, payload: { peer } }) => {
        if (accountId === null) return null;
        const thread = await viewThread(database, { accountId, peer, now: clock.now() });
        return { type: 'thread.changed', thread, unread: await countUnread(database, accountId) };
      }),
    ],
  };
}

/** What carriers hand over. */
function listenerOf(deps: MessageRouteDeps): Messages['listener'] {
  const { database, log } = deps;
  const forgetOne = gathered<DeliveryFingerprint & { bind: string }>({
    most: RECEIPTS_AT_ONCE,
    work: async (answered) => await forgetAnswered(database, answered),
  });
  return {
    receipt: gathered({
      most: RECEIPTS_AT_ONCE,
      work: async (receipts) => await takeDeliveryReceipts(deps, receipts),
    }),
    received: async (part) => await receivePart(deps, part),
    answered: async (delivery) =>
      await forgetOne(delivery).catch((error: unknown) =>
        log.warn({ err: error, bind: delivery.bind }, 'what was answered could not be noted'),
      ),
  };
}

/** What is to be sent at a time or to many becomes messages. */
function ticksOfWaiting(deps: MessageRouteDeps): Tick[] {
  return [
    {
      name: 'send scheduled messages',
      everyMs: SCHEDULED_EVERY_MS,
      run: async (stopping) => await sendScheduled(deps, stopping),
    },
    { name: 'feed broadcasts', everyMs: BROADCASTS_EVERY_MS, run: async () => await feedBroadcasts(deps) },
  ];
}

function exportsOf(deps: MessageRouteDeps): ExportPart[] {
  const { database } = deps;
  return [
    { name: 'messages', items: ({ accountId }) => viewsOf(deps, accountId) },
    { name: 'conversations', items: ({ accountId }) => everyConversationOf(database, accountId) },
    { name: 'scheduledMessages', items: ({ accountId }) => everyScheduledOf(deps, accountId) },
    { name: 'broadcasts', items: ({ accountId }) => everyBroadcastOf(database, accountId) },
    { name: 'broadcastRecipients', items: ({ accountId }) => everyBroadcastRecipientOf(database, accountId) },
    { name: 'senderNames', items: ({ accountId }) => everySenderNameOf(database, accountId) },
    { name: 'messageTemplates', items: ({ accountId }) => everyTemplateOf(database, accountId) },
  ];
}

async function noteCarriers({ database, clock, serverName: server, carriers }: MessageRouteDeps): Promise<void> {
  const lines = carriers().map(({ name: carrier, isBound }) => ({ carrier, isBound: isBound() }));
  await noteCarrierLines(database, { server, lines, at: clock.now() });
}

async function* viewsOf({ database }: MessageRouteDeps, accountId: string): AsyncGenerator<unknown> {
  for await (const message of everyMessageOf(database, accountId)) yield viewOfMessage(message);
}

async function* everySenderNameOf(database: Executor, accountId: string): AsyncGenerator<unknown> {
  yield* await senderNamesOf(database, accountId);
}

const AT_ONCE = 200;

async function* everyScheduledOf({ database }: MessageRouteDeps, accountId: string): AsyncGenerator<unknown> {
  let after: string | null = null;
  for (;;) {
    const found = await scheduledAfter(database, { accountId, after, most: AT_ONCE });
    yield* found.map(viewOfScheduled);
    after = found.at(-1)?.id ?? null;
    if (found.length < AT_ONCE) return;
  }
}

function keywords(deps: MessageRouteDeps): BatchSubscription<'keyword.received'> {
  return {
    name: 'messages keywords',
    types: eventTypes('keyword.received'),
    receiveAll: async (_tx, events) => {
      for (const event of events) await writeKeywordAnswer(deps, event);
    },
  };
}

/** Who closes an account takes the messages along, step by step: they may be many. */
function closedAccounts(): BatchSubscription<'account.closed'> {
  return {
    name: 'messages of closed accounts',
    types: eventTypes('account.closed'),
    receiveAll: async (tx, events) =>
      await askErasure(
        tx,
        events.flatMap(({ accountId }) => accountId ?? []),
      ),
  };
}
