import { type Call, type EndReason, isPossiblyForged, type Micros, toMoney } from '@farline/contracts';
import type { Executor, Transaction } from '../../platform/database.ts';
import { type EventOf, eventTypes, isOneOf, publish } from '../../platform/events.ts';
import { giveMessageNotice } from './give-message-notice.ts';
import { type GiveDeps, giveNotice } from './give-notice.ts';
import { markMessagesRead, usersToldOfMessages } from './message-notices-store.ts';
import { MONEY_HEARD, noticeOfMoney } from './money-notices.ts';
import { NAMING_SOMEBODY, type Told } from './notice.ts';
import { KEPT_FOR_MS, readPush } from './notice-push.ts';
import { SENDING_HEARD, noticeOfSending } from './sending-notices.ts';
import {
  clearToldLow,
  deleteMissed,
  deleteNoticesOf,
  findNoticeSettings,
  isVoicemailTold,
  lowMarksOf,
  noteToldLow,
} from './notices-store.ts';

export type EventDeps = GiveDeps & {
  /** The ids of the users of these accounts. */
  usersOf: (db: Executor, accountIds: string[]) => Promise<Map<string, string[]>>;
  walletsOf: (db: Executor, walletIds: string[]) => Promise<Map<string, { unit: string; balanceMicros: Micros }>>;
  callOf: (db: Executor, callId: string) => Promise<Call | null>;
  isMissedInMenu: (db: Executor, callId: string) => Promise<boolean>;
  /** Deletes the mails to users that name somebody, sent or not. */
  deleteNamingMails: (tx: Transaction, userIds: readonly string[]) => Promise<void>;
  /** Takes the mails of notices back that are not sent yet. */
  takeMailsBack: (tx: Transaction, noticeIds: readonly string[]) => Promise<void>;
};

/** What notices are made from. */
export const HEARD = [
  ...eventTypes(
    'account.closed',
    'wallet.changed',
    'call.ended',
    'message.received',
    'thread.read',
    'voicemail.received',
    'user.password_changed',
    'user.email_changed',
    'user.new_device',
    'user.sip_phone_added',
    'number.forward_added',
  ),
  ...MONEY_HEARD,
  ...SENDING_HEARD,
] as const;
export type HeardType = (typeof HEARD)[number];

/** The ends of calls that are told: others are not looked at. */
const LIMIT_ENDS = [
  'destination_closed',
  'too_many_calls',
  'limit_day',
  'limit_hour',
  'limit_per_minute',
  'limit_connection_fee',
  'limit_new_countries',
] satisfies EndReason[];
const TOLD_ENDS = new Set<unknown>(['out_of_credit', 'credit_exhausted', ...LIMIT_ENDS] satisfies EndReason[]);
const CURRENCY = /^[A-Z]{3}$/;

/**
 * Makes the notices of events, in their order; of balances, of how they stand now. The same event again makes none.
 */
export async function noticesOfEvents(deps: EventDeps, tx: Transaction, events: EventOf<HeardType>[]): Promise<void> {
  const ours = events.flatMap((event) => (event.accountId === null ? [] : [{ ...event, accountId: event.accountId }]));
  await lookAtBalances(
    deps,
    tx,
    ours.filter(({ type }) => type === 'wallet.changed'),
  );
  for (const event of ours) await noticesOfEvent(deps, tx, event);
}

type HeardEvent = EventOf<HeardType> & { accountId: string };

async function noticesOfEvent(deps: EventDeps, tx: Transaction, event: HeardEvent): Promise<void> {
  const { accountId, subjectId, occurredAt: at } = event;
  const tell = async (userId: string, told: Told, cause: string) =>
    await giveNotice(deps, tx, { userId, accountId, told, cause, at });
  const everybody = async () => (await deps.usersOf(tx, [accountId])).get(accountId) ?? [];
  const tellEverybody = async (told: Told | null, cause: string) => {
    if (told === null) return;
    for (const userId of await everybody()) await tell(userId, told, cause);
  };

  if (isOneOf(MONEY_HEARD, event)) return await tellEverybody(noticeOfMoney(event), `${subjectId} ${event.position}`);
  if (isOneOf(SENDING_HEARD, event)) {
    const { told, cause } = noticeOfSending(event);
    return await tellEverybody(told, cause);
  }
  switch (event.type) {
    case 'wallet.changed':
      return;
    case 'account.closed':
      await deleteNoticesOf(tx, accountId, NAMING_SOMEBODY);
      // Also of what was told before, and queued since the account is closed.
      return await deps.deleteNamingMails(tx, await everybody());
    case 'call.ended': {
      await tellEverybody(await noticeOfEnd(deps, tx, event), subjectId);
      const missed = await missedCall(deps, tx, event);
      if (missed === null || (await isVoicemailTold(tx, { users: await everybody(), callId: missed }))) return;
      return await tellEverybody(noticeOfMissed(await deps.callOf(tx, missed)), missed);
    }
    case 'message.received': {
      const { peer } = event.payload;
      const message = { accountId, messageId: subjectId, peer, at };
      for (const userId of await everybody()) await giveMessageNotice(deps, tx, { ...message, userId });
      return;
    }
    case 'voicemail.received': {
      const { from, seconds } = event.payload;
      await forgetMissed(deps, tx, { event, users: await everybody() });
      return await tellEverybody(
        { kind: 'voicemail_received', facts: { voicemailId: subjectId, from, seconds } },
        subjectId,
      );
    }
    case 'thread.read':
      return await readMessages(deps, tx, event);
    case 'user.password_changed':
      return await tell(subjectId, { kind: 'password_changed', facts: event.payload }, String(event.position));
    case 'user.email_changed':
      return await tell(subjectId, { kind: 'email_changed', facts: event.payload }, String(event.position));
    case 'user.new_device':
      return await tell(subjectId, { kind: 'new_device', facts: event.payload }, event.payload.sessionId);
    case 'user.sip_phone_added':
      return await tell(subjectId, { kind: 'new_sip_phone', facts: event.payload }, event.payload.phoneId);
    case 'number.forward_added':
      return await tellEverybody({ kind: 'new_forward', facts: event.payload }, String(event.position));
  }
}

/** Who left a message is told of once: that the call was missed goes without saying. */
async function forgetMissed(
  deps: EventDeps,
  tx: Transaction,
  { event, users }: { event: HeardEvent; users: string[] },
): Promise<void> {
  const { subjectId: callId, accountId } = event;
  const told = await deleteMissed(tx, { users, callId });
  // Also the mail of what was read in the bell meanwhile.
  await deps.takeMailsBack(
    tx,
    told.map(({ id }) => id),
  );
  for (const { userId, isGone } of told) {
    if (isGone) await publish(tx, { type: 'notice.changed', accountId, subjectId: userId, payload: { userId } });
  }
}

async function readMessages(deps: EventDeps, tx: Transaction, event: EventOf<'thread.read'> & { accountId: string }) {
  const { accountId, occurredAt: at, payload } = event;
  const users = (await deps.usersOf(tx, [accountId])).get(accountId) ?? [];
  const { peer } = payload;
  for (const userId of await markMessagesRead(tx, { accountId, users, peer, at })) {
    await publish(tx, { type: 'notice.changed', accountId, subjectId: userId, payload: { userId } });
  }
  await takeMessagesBack(deps, tx, { users, peer, at });
}

/** Takes what was pushed of a person's messages from the screens: the bell may have been read before, and the notifications stand yet. */
async function takeMessagesBack(
  deps: EventDeps,
  tx: Transaction,
  { users, peer, at }: { users: readonly string[]; peer: string; at: Date },
): Promise<void> {
  const since = new Date(at.getTime() - KEPT_FOR_MS);
  for (const userId of await usersToldOfMessages(tx, { users, peer, since })) {
    const { pushesMessages } = await findNoticeSettings(tx, userId);
    if (!pushesMessages) continue;
    const content = readPush({ peer, at });
    await deps.pushTo(tx, { userId, content, isUrgent: false, at, keptForMs: KEPT_FOR_MS });
  }
}

type EndedCall = EventOf<'call.ended'>;

/** The call that was missed, now that this one has ended; null: none was, or who is missed is not known yet. */
async function missedCall(deps: EventDeps, tx: Transaction, { subjectId, payload }: EndedCall): Promise<string | null> {
  if (payload.isMissed === true) return subjectId;
  const { menuCallId } = payload;
  return menuCallId !== undefined && (await deps.isMissedInMenu(tx, menuCallId)) ? menuCallId : null;
}

function noticeOfMissed(call: Call | null): Told | null {
  if (call === null) return null;
  const { id: callId, from, callerDoubt } = call;
  return {
    kind: 'call_missed',
    facts: { callId, from, ...(isPossiblyForged(callerDoubt) ? { isPossiblyForged: true } : {}) },
  };
}

/** Other ends are not looked at. */
async function noticeOfEnd(deps: EventDeps, tx: Transaction, { subjectId, payload }: EndedCall): Promise<Told | null> {
  if (payload.isMissed === true || !TOLD_ENDS.has(payload.reason)) return null;
  const call = await deps.callOf(tx, subjectId);
  if (call === null) return null;
  const { id: callId, to, duration: seconds } = call;
  if (call.reason === 'out_of_credit') return { kind: 'call_out_of_credit', facts: { callId, to } };
  if (call.reason === 'credit_exhausted') return { kind: 'call_cut_off', facts: { callId, to, seconds } };
  const reason = LIMIT_ENDS.find((end) => end === call.reason);
  return reason === undefined ? null : { kind: 'call_stopped_by_limit', facts: { callId, to, reason } };
}

/**
 * Below a user's mark the balance is told once; what is told again must have been at or above the mark between. Holds do
 * not count: they come and go with each call.
 */
async function lookAtBalances(deps: EventDeps, tx: Transaction, events: HeardEvent[]): Promise<void> {
  if (events.length === 0) return;
  // The last of a wallet's changes speaks for those before it.
  const changes = [...new Map(events.map((event) => [event.subjectId, event])).values()];
  const wallets = await deps.walletsOf(
    tx,
    changes.map(({ subjectId }) => subjectId),
  );
  const users = await deps.usersOf(tx, [...new Set(changes.map(({ accountId }) => accountId))]);
  const marks = await lowMarksOf(tx, [...users.values()].flat());

  const recovered: string[] = [];
  for (const { subjectId, accountId, occurredAt: at, position } of changes) {
    const wallet = wallets.get(subjectId);
    // An allowance of seconds or messages has no mark.
    if (wallet === undefined || !CURRENCY.test(wallet.unit)) continue;
    for (const userId of users.get(accountId) ?? []) {
      const mark = marks.get(userId);
      const isLow = mark !== undefined && wallet.balanceMicros < mark.lowBalanceMicros;
      if (mark?.isTold === true && !isLow) recovered.push(userId);
      if (mark === undefined || mark.isTold || !isLow || !(await noteToldLow(tx, { userId, at }))) continue;
      const facts = {
        balance: toMoney(wallet.balanceMicros, wallet.unit),
        mark: toMoney(mark.lowBalanceMicros, wallet.unit),
      };
      await giveNotice(deps, tx, {
        userId,
        accountId,
        told: { kind: 'low_balance', facts },
        cause: String(position),
        at,
      });
    }
  }
  if (recovered.length > 0) await clearToldLow(tx, recovered);
}
