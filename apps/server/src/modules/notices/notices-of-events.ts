import { type Call, type Micros, toMoney } from '@farline/contracts';
import { z } from 'zod';
import type { Executor, Transaction } from '../../platform/database.ts';
import type { Event } from '../../platform/events.ts';
import { type GiveDeps, giveNotice } from './give-notice.ts';
import type { Told } from './notice.ts';
import { clearToldLow, noteToldLow, wishesOf } from './notices-store.ts';

export type EventDeps = GiveDeps & {
  /** The ids of an account's users. */
  usersOf: (db: Executor, accountId: string) => Promise<string[]>;
  walletOf: (db: Executor, walletId: string) => Promise<{ unit: string; balanceMicros: Micros } | null>;
  callOf: (db: Executor, callId: string) => Promise<Call | null>;
};

/** What notices are made from. */
export const HEARD = [
  'wallet.changed',
  'call.changed',
  'user.password_changed',
  'user.email_changed',
  'user.new_device',
];

const CURRENCY = /^[A-Z]{3}$/;
const passwordChanged = z.object({ address: z.string() });
const emailChanged = z.object({ email: z.string(), address: z.string() });
const newDevice = z.object({ sessionId: z.uuid(), device: z.string(), address: z.string() });

/** Makes the notices of one event. The same event again makes none; what is not understood makes none. */
export async function noticesOfEvent(deps: EventDeps, tx: Transaction, event: Event): Promise<void> {
  const { accountId, subjectId, payload, occurredAt: at } = event;
  if (accountId === null) return;
  const tell = async (userId: string, told: Told, cause: string) =>
    await giveNotice(deps, tx, { userId, accountId, told, cause, at });

  switch (event.type) {
    case 'wallet.changed':
      return await lookAtBalance(deps, tx, { accountId, walletId: subjectId, at, position: event.position });
    case 'call.changed': {
      // Only the event of its end has facts: a call is not looked at while it runs.
      if (!('ended' in payload)) return;
      const told = toldOfCall(await deps.callOf(tx, subjectId));
      if (told === null) return;
      for (const userId of await deps.usersOf(tx, accountId)) await tell(userId, told, subjectId);
      return;
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
  }
}

function toldOfCall(call: Call | null): Told | null {
  if (call === null) return null;
  const { id: callId, to, duration: seconds } = call;
  if (call.reason === 'out_of_credit') return { kind: 'call_out_of_credit', facts: { callId, to } };
  if (call.reason === 'credit_exhausted') return { kind: 'call_cut_off', facts: { callId, to, seconds } };
  return null;
}

/**
 * Below a user's mark the balance is told once; what is told again must have been at or above the mark between. Holds do
 * not count: they come and go with each call.
 */
async function lookAtBalance(
  deps: EventDeps,
  tx: Transaction,
  changed: { accountId: string; walletId: string; at: Date; position: number },
): Promise<void> {
  const { accountId, at } = changed;
  const wallet = await deps.walletOf(tx, changed.walletId);
  // An allowance of seconds or messages has no mark.
  if (wallet === null || !CURRENCY.test(wallet.unit)) return;
  for (const userId of await deps.usersOf(tx, accountId)) {
    const { lowBalanceMicros } = await wishesOf(tx, userId);
    if (wallet.balanceMicros >= lowBalanceMicros) {
      await clearToldLow(tx, userId);
      continue;
    }
    if (!(await noteToldLow(tx, { userId, at }))) continue;
    const facts = {
      balance: toMoney(wallet.balanceMicros, wallet.unit),
      mark: toMoney(lowBalanceMicros, wallet.unit),
    };
    const cause = String(changed.position);
    await giveNotice(deps, tx, { userId, accountId, told: { kind: 'low_balance', facts }, cause, at });
  }
}
