import { type Call, type EndReason, type Micros, toMoney } from '@farline/contracts';
import { z } from 'zod';
import type { Executor, Transaction } from '../../platform/database.ts';
import type { Event } from '../../platform/events.ts';
import { type GiveDeps, giveNotice } from './give-notice.ts';
import { MONEY_HEARD, toldOfMoney } from './money-notices.ts';
import type { Told } from './notice.ts';
import { clearToldLow, lowMarksOf, noteToldLow } from './notices-store.ts';

export type EventDeps = GiveDeps & {
  /** The ids of the users of these accounts. */
  usersOf: (db: Executor, accountIds: string[]) => Promise<Map<string, string[]>>;
  walletsOf: (db: Executor, walletIds: string[]) => Promise<Map<string, { unit: string; balanceMicros: Micros }>>;
  callOf: (db: Executor, callId: string) => Promise<Call | null>;
};

/** What notices are made from. */
export const HEARD = [
  'wallet.changed',
  'call.changed',
  'user.password_changed',
  'user.email_changed',
  'user.new_device',
  'user.sip_phone_added',
  ...MONEY_HEARD,
];

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
const passwordChanged = z.object({ address: z.string() });
const emailChanged = z.object({ email: z.string(), address: z.string() });
const newDevice = z.object({ sessionId: z.uuid(), device: z.string(), address: z.string() });
const newSipPhone = z.object({ phoneId: z.uuid(), name: z.string(), address: z.string() });

/**
 * Makes the notices of events, in their order; of balances, of how they stand now. The same event again makes none; what is
 * not understood makes none.
 */
export async function noticesOfEvents(deps: EventDeps, tx: Transaction, events: Event[]): Promise<void> {
  const heard = events.flatMap((event) => (event.accountId === null ? [] : [{ ...event, accountId: event.accountId }]));
  await lookAtBalances(
    deps,
    tx,
    heard.filter(({ type }) => type === 'wallet.changed'),
  );
  for (const event of heard) await noticesOfEvent(deps, tx, event);
}

type HeardEvent = Event & { accountId: string };

async function noticesOfEvent(deps: EventDeps, tx: Transaction, event: HeardEvent): Promise<void> {
  const { accountId, subjectId, payload, occurredAt: at } = event;
  const tell = async (userId: string, told: Told, cause: string) =>
    await giveNotice(deps, tx, { userId, accountId, told, cause, at });
  const tellEverybody = async (told: Told | null, cause: string) => {
    if (told === null) return;
    const users = await deps.usersOf(tx, [accountId]);
    for (const userId of users.get(accountId) ?? []) await tell(userId, told, cause);
  };

  switch (event.type) {
    case 'call.changed': {
      // Only the event of its end has facts: a call is not looked at while it runs.
      const isMissed = payload['isMissed'] === true;
      if (!('ended' in payload) || ('reason' in payload && !isMissed && !TOLD_ENDS.has(payload['reason']))) return;
      return await tellEverybody(toldOfCall(await deps.callOf(tx, subjectId), isMissed), subjectId);
    }
    case 'user.password_changed': {
      const { data: facts } = passwordChanged.safeParse(payload);
      if (facts !== undefined) await tell(subjectId, { kind: 'password_changed', facts }, String(event.position));
      return;
    }
    case 'user.email_changed': {
      const { data: facts } = emailChanged.safeParse(payload);
      if (facts !== undefined) await tell(subjectId, { kind: 'email_changed', facts }, String(event.position));
      return;
    }
    case 'user.new_device': {
      const { data: facts } = newDevice.safeParse(payload);
      if (facts !== undefined) await tell(subjectId, { kind: 'new_device', facts }, facts.sessionId);
      return;
    }
    case 'user.sip_phone_added': {
      const { data: facts } = newSipPhone.safeParse(payload);
      if (facts !== undefined) await tell(subjectId, { kind: 'new_sip_phone', facts }, facts.phoneId);
      return;
    }
    default:
      return await tellEverybody(toldOfMoney(event.type, payload), `${subjectId} ${event.position}`);
  }
}

function toldOfCall(call: Call | null, isMissed: boolean): Told | null {
  if (call === null) return null;
  if (isMissed) return { kind: 'call_missed', facts: { callId: call.id, from: call.from } };
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
