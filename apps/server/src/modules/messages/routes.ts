import { requireOpen } from '../accounts/index.ts';
import { paidByView, readDialledNumber, zonesOfNumber } from '../rating/index.ts';
import { Readable } from 'node:stream';
import { e164, type Message, messageRoutes, type MessagePreview, partOfNumber, toMoney } from '@farline/contracts';
import { replacementFor } from '@farline/sms';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inTransaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { identityOf } from '../../platform/http-server.ts';
import { workOf } from '../../platform/work.ts';
import { idOf } from '../../platform/id-params.ts';
import { serveRoutes } from '../../platform/serve-routes.ts';
import { sendAsFile } from '../../platform/http-files.ts';
import { addBroadcastRoutes } from './broadcasts/broadcast-routes.ts';
import { countNewPerson } from './inbox/count-new-person.ts';
import { exportMessages } from './inbox/export-messages.ts';
import { listPeople } from './inbox/list-people.ts';
import { readCursor, writeCursor } from './inbox/thread-cursor.ts';
import { threadPage } from './inbox/thread-page.ts';
import { viewListed, viewOfThread, viewThread } from './inbox/thread-view.ts';
import { changeThread, countUnread, findThread, lockUnread } from './inbox/threads-store.ts';
import { viewOfMessage } from './record/message-record.ts';
import type { MessageRouteDeps } from './record/messages-deps.ts';
import { messageNotFound, senderNotAllowed, threadNotFound } from './record/messages-problems.ts';
import { maySendAs, sendersOf } from './record/senders.ts';
import { findMessage } from './record/messages-store.ts';
import { viewOfScheduled } from './record/scheduled-message.ts';
import { scheduleMessage } from './scheduled/schedule-message.ts';
import { addScheduledRoutes } from './scheduled/scheduled-routes.ts';
import { addTemplateRoutes } from './templates/template-routes.ts';
import { type PlannedMessage, planMessage } from './sending/plan-message.ts';
import { writeMessage } from './sending/write-message.ts';

/** Messages: sent, shown, and kept in an inbox of people. */
export function addMessageRoutes(app: FastifyInstance, deps: MessageRouteDeps): void {
  addSendingRoutes(app, deps);
  addThreadRoutes(app, deps);
  addScheduledRoutes(app, deps);
  addTemplateRoutes(app, deps);
  addBroadcastRoutes(app, deps);
}

function addSendingRoutes(app: FastifyInstance, deps: MessageRouteDeps): void {
  const serve = serveRoutes(app, { user: deps.requireUser });
  const { database } = deps;

  serve(messageRoutes.send, async (request) => {
    const { to, from, text, defaultCountry, pricePerSegment, sendAt } = request.body;
    const { accountId, userId } = identityOf(request);
    const asked = { accountId, userId, spender: userId, to, from, text, defaultCountry, pricePerSegment };
    const work = workOf(request, deps.clock);
    if (sendAt === undefined) return { message: viewOfMessage(await writeMessage(deps, asked, work)) };
    return { scheduled: viewOfScheduled(await scheduleMessage(deps, { ...asked, sendAt }, work)) };
  });

  serve(messageRoutes.preview, async (request) => {
    const { to, from, text, defaultCountry } = request.body;
    const { accountId } = identityOf(request);
    const planned = await planMessage(deps, { accountId, to, from, text, defaultCountry });
    return viewOfPlan(planned);
  });

  serve(messageRoutes.senders, async (request) => await sendersOf(deps, identityOf(request).accountId));

  serve(messageRoutes.show, async (request): Promise<{ message: Message }> => {
    const { accountId } = identityOf(request);
    const found = await findMessage(database, { accountId, id: idOf(request.params, messageNotFound) });
    if (found === null) throw messageNotFound();
    return { message: viewOfMessage(found) };
  });

  serve(messageRoutes.exportFile, async (request, reply) => {
    const { accountId } = identityOf(request);
    sendAsFile(reply, { type: 'text/csv', name: 'farline-messages.csv' });
    return Readable.from(exportMessages(deps, accountId));
  });
}

function addThreadRoutes(app: FastifyInstance, deps: MessageRouteDeps): void {
  const serve = serveRoutes(app, { user: deps.requireUser });
  const { database, clock } = deps;
  /** Anybody with a number may be written to; another sender is known from what came of them. */
  const whose = async (request: FastifyRequest<{ Params: { peer: string } }>) => {
    const { peer } = request.params;
    const { accountId } = identityOf(request);
    const isKnown =
      e164.safeParse(peer).success ||
      (!peer.includes('\0') && (await findThread(database, { accountId, peer })) !== null);
    if (!isKnown) throw threadNotFound();
    return { accountId, peer, now: clock.now() };
  };

  serve(messageRoutes.threads, async (request) => {
    const { q = '', defaultCountry, blocked = false, cursor, limit } = request.query;
    const { accountId } = identityOf(request);
    const [{ items, next }, unread] = await Promise.all([
      listPeople(deps, {
        accountId,
        isBlocked: blocked,
        search: q === '' ? null : await searchOf(deps, accountId, { q, defaultCountry }),
        after: cursor === undefined ? null : readCursor(cursor),
        limit,
      }),
      countUnread(database, accountId),
    ]);
    const nextCursor = next === null ? null : writeCursor(next);
    return { items: items.map((person) => viewListed(person, q)), nextCursor, unread };
  });

  serve(messageRoutes.thread, async (request) => ({ thread: await viewThread(database, await whose(request)) }));

  serve(messageRoutes.changeThread, async (request) => {
    const { accountId, peer, now } = await whose(request);
    const { draft, note, sender, isBlocked, readUpTo } = request.body;
    if (typeof sender === 'string' && !(await maySendAs(deps, { accountId, sender }))) throw senderNotAllowed();
    const thread = await inTransaction(database, async (tx) => {
      await requireOpen(tx, accountId);
      const unreadBefore = await lockUnread(tx, { accountId, peer });
      if (unreadBefore === null) await countNewPerson(tx, { accountId, isBlocked: isBlocked === true, now });
      const changed = await changeThread(tx, { accountId, peer, at: now, draft, note, sender, isBlocked, readUpTo });
      const told = { accountId, subjectId: peer, payload: { peer } };
      await publish(tx, { type: 'thread.changed', ...told });
      // Each is a push to every browser that shows nothing, and browsers take the permission away from whoever sends many.
      if ((unreadBefore ?? 0) > 0 && changed.unread === 0) await publish(tx, { type: 'thread.read', ...told });
      return changed;
    });
    return { thread: await viewOfThread(database, thread) };
  });

  serve(messageRoutes.ofThread, async (request) => {
    const { accountId, peer } = await whose(request);
    const { cursor, after, around, limit, also } = request.query;
    const peers = [...new Set([peer, ...(also?.split(',') ?? [])])];
    const page = await threadPage(database, { accountId, peers, cursor, after, around, limit });
    return { items: page.items.map(viewOfMessage), nextCursor: page.olderThan, newerCursor: page.newerThan };
  });
}

async function searchOf(
  { database, numbersNamed }: MessageRouteDeps,
  accountId: string,
  { q, defaultCountry }: { q: string; defaultCountry: string | undefined },
) {
  const named = await numbersNamed(database, { accountId, name: q });
  const read = readDialledNumber(q, defaultCountry);
  return { text: q, partOfNumber: partOfNumber(q), numbers: read.kind === 'e164' ? [...named, read.number] : named };
}

function viewOfPlan(planned: PlannedMessage): MessagePreview {
  const { writes, rated, sender, segments, rate, costMicros, includedSegments, isPractice, paidBy, conversation } =
    planned;
  const { forcedBy } = segments;
  return {
    number: rated.number,
    from: sender.number,
    countryCode: rated.destination.countryCode,
    timeZones: [...zonesOfNumber(rated.number)],
    encoding: segments.encoding,
    segments: segments.parts.length,
    left: segments.left,
    writes: { ...writes, nationalShift: [...writes.nationalShift] },
    forcedBy: forcedBy === null ? null : { ...forcedBy, replacement: replacementFor(forcedBy.character) },
    pricePerSegment: toMoney(rate.perSegmentMicros, rate.currency),
    cost: toMoney(costMicros, rate.currency),
    includedSegments,
    paidBy: paidByView(paidBy),
    isPractice,
    isOptedOut: conversation.isOptedOut,
  };
}
