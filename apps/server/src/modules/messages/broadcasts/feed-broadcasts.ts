import { type Micros, micros, toMoney } from '@farline/contracts';
import { inTransaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { Problem } from '../../../platform/problems.ts';
import { eachSideBySide } from '../../../platform/concurrency/each-side-by-side.ts';
import { findThread } from '../inbox/threads-store.ts';
import type { MessagesDeps } from '../record/messages-deps.ts';
import { isPassing } from '../record/passing-reasons.ts';
import { writeMessage } from '../sending/write-message.ts';
import { type BroadcastRecord, textFor } from './broadcast.ts';
import { claimTurns, countQueued, findBroadcast, isRunning, lockBroadcast, putOffTurn } from './broadcast-store.ts';
import { leaveOut, markWritten, nextRecipients, type RecipientRecord, totalsOf } from './recipients-store.ts';
import { move, replan } from './run-broadcast.ts';
import { senderOf } from './write-broadcast.ts';

/** Each broadcast writes some messages, and then others have their turn. */
const TURN_MS = 15_000;
/** About half of what an account may send in a minute: the rest stays for single messages. */
const IN_TURN = { trial: 3, active: 15 };
const BROADCASTS_AT_ONCE = 20;
const SIDE_BY_SIDE = 2;
/** What carriers have not taken yet: more waits here, where it can still be stopped. */
const MOST_QUEUED = 30;
const BREATHER_MS = 60_000;

/** What ends it for everybody: it pauses, and goes on when somebody has seen to it. */
const STOPS: ReadonlySet<string> = new Set([
  'out_of_credit',
  'payment_owed',
  'limit_day',
  'limit_hour',
  'limit_new_countries',
  'price_changed',
  'account_closed',
  'sender_not_allowed',
  'rented_number_needed',
  'codes_stopped',
  'no_route',
]);

/** They have their message, or it was paused or cancelled meanwhile: then nothing is written. */
class NotWaiting extends Error {}

type Outcome = { is: 'done' } | { is: 'wait' } | { is: 'stop'; problem: Problem };
type Waiting = RecipientRecord & { peer: string };

/** Writes the next messages of the broadcasts whose turn it is. */
export async function feedBroadcasts(deps: MessagesDeps): Promise<void> {
  const now = deps.clock.now();
  const until = new Date(now.getTime() + TURN_MS);
  const turns = await claimTurns(deps.database, { now, until, most: BROADCASTS_AT_ONCE });
  await eachSideBySide(turns, {
    most: SIDE_BY_SIDE,
    work: async (broadcast) => await takeTurn(deps, broadcast),
    failed: (error, { id }) => deps.log.error({ err: error, broadcastId: id }, 'a broadcast could not go on'),
  });
}

async function takeTurn(deps: MessagesDeps, broadcast: BroadcastRecord): Promise<void> {
  const { id, accountId } = broadcast;
  const outcome = await writeNext(deps, broadcast).catch((error: unknown) => {
    if (error instanceof Problem && STOPS.has(error.code)) return { is: 'stop' as const, problem: error };
    throw error;
  });
  if (outcome.is === 'stop') await stop(deps, broadcast, outcome.problem);
  if (outcome.is === 'wait')
    await putOffTurn(deps.database, { id, until: new Date(deps.clock.now().getTime() + BREATHER_MS) });
  const left = await nextRecipients(deps.database, { broadcastId: id, most: 1 });
  if (outcome.is === 'done' && left.length === 0) await complete(deps, { accountId, id });
}

async function writeNext(deps: MessagesDeps, broadcast: BroadcastRecord): Promise<Outcome> {
  const { id, accountId, number } = broadcast;
  const { state } = await senderOf(deps, deps.database, { accountId, from: number });
  if ((await countQueued(deps.database, id)) >= MOST_QUEUED) return { is: 'done' };
  const most = IN_TURN[state === 'active' ? 'active' : 'trial'];
  for (const recipient of await nextRecipients(deps.database, { broadcastId: id, most })) {
    const outcome = await writeOne(deps, broadcast, recipient);
    if (outcome.is !== 'done') return outcome;
  }
  return { is: 'done' };
}

/** One message, as somebody would write it now: held and paid for itself, and written once. */
async function writeOne(deps: MessagesDeps, broadcast: BroadcastRecord, recipient: Waiting): Promise<Outcome> {
  const { id: broadcastId, accountId, userId, number: from } = broadcast;
  const { peer, line } = recipient;
  const thread = await findThread(deps.database, { accountId, peer });
  if (thread?.isBlocked === true) {
    await leaveOut(deps.database, { broadcastId, line, reason: 'recipient_blocked' });
    return { is: 'done' };
  }
  try {
    await writeMessage(deps, {
      accountId,
      userId,
      spender: userId,
      to: peer,
      from,
      text: textFor(broadcast, recipient.fields),
      defaultCountry: undefined,
      broadcastId,
      pricePerSegment: toMoney(priceOf(recipient), recipient.currency ?? ''),
      note: async (tx, messageId) => {
        const isWaiting =
          (await isRunning(tx, broadcastId)) && (await markWritten(tx, { broadcastId, line, messageId }));
        if (!isWaiting) throw new NotWaiting();
      },
    });
  } catch (error) {
    return await outcomeOf(deps, { broadcastId, line }, error);
  }
  return { is: 'done' };
}

async function outcomeOf(
  { database }: MessagesDeps,
  whom: { broadcastId: string; line: number },
  error: unknown,
): Promise<Outcome> {
  if (error instanceof NotWaiting) return { is: 'done' };
  if (!(error instanceof Problem)) throw error;
  if (isPassing(error)) return { is: 'wait' };
  if (STOPS.has(error.code)) return { is: 'stop', problem: error };
  await leaveOut(database, { ...whom, reason: error.code });
  return { is: 'done' };
}

/** It pauses with the reason, and its owner is told. */
async function stop(deps: MessagesDeps, { id, accountId, name }: BroadcastRecord, problem: Problem): Promise<void> {
  const { code: reason, message: reasonText } = problem;
  await inTransaction(deps.database, async (tx) => {
    const broadcast = await lockBroadcast(tx, { accountId, id });
    if (broadcast?.state !== 'running') return;
    await move(tx, broadcast, { state: 'paused', stop: { reason, reasonText }, at: deps.clock.now() });
    await publish(tx, { type: 'broadcast.paused', accountId, subjectId: id, payload: { name, reason } });
  });
  // What it costs now is there to be seen before it is resumed.
  if (reason === 'price_changed') await replan(deps, { accountId, id });
}

async function complete(deps: MessagesDeps, whose: { accountId: string; id: string }): Promise<void> {
  const { accountId, id } = whose;
  if ((await findBroadcast(deps.database, whose))?.state !== 'running') return;
  await inTransaction(deps.database, async (tx) => {
    const broadcast = await lockBroadcast(tx, whose);
    if (broadcast?.state !== 'running') return;
    const { counts } = await totalsOf(tx, { broadcastId: id, freeSegments: 0, currency: '' });
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const sent = all - (counts.get('left_out') ?? 0);
    await move(tx, broadcast, { state: 'completed', stop: null, at: deps.clock.now() });
    const payload = { name: broadcast.name, sent };
    await publish(tx, { type: 'broadcast.completed', accountId, subjectId: id, payload });
  });
}

function priceOf({ perSegment }: RecipientRecord): Micros {
  return micros(perSegment ?? 0n);
}
