import { type Call, type EventPayload, type Micros, micros } from '@farline/contracts';
import { type Database, inTransaction } from '../../../platform/database.ts';
import type { EventOf } from '../../../platform/events.ts';
import { newId } from '../../../platform/ids.ts';
import type { NoticeMail } from '../notice-mail.ts';
import { type HeardType, noticesOfEvents } from '../notices-of-events.ts';

export type EventWords = {
  [Type in HeardType]: { type: Type; subjectId?: string; payload?: EventPayload<Type> };
}[HeardType];

/** An account with one user, its wallet and its mails, whose events the test makes. */
export function aListener(database: Database, { language = 'en', timeZone = 'UTC', isClosed = false } = {}) {
  const [accountId, userId, walletId] = [newId(), newId(), newId()];
  const mails: NoticeMail[] = [];
  const looked: string[] = [];
  let balanceMicros: Micros = micros(2_000_000n);
  let call: Partial<Call> = {};
  let position = 0;

  const hear = async (event: EventWords) => {
    const heard = eventOf(event);
    await hearAll([heard]);
    return heard;
  };
  const eventOf = (event: EventWords) =>
    ({
      position: ++position,
      accountId,
      subjectId: userId,
      payload: {},
      occurredAt: new Date(),
      ...event,
    }) as EventOf<HeardType>;
  const hearAll = async (events: EventWords[]) =>
    await inTransaction(database, async (tx) => {
      await noticesOfEvents(
        {
          usersOf: async () => new Map([[accountId, [userId]]]),
          walletsOf: async () => new Map([[walletId, { unit: 'USD', balanceMicros }]]),
          callOf: async (_db, id) => {
            looked.push(id);
            return call as Call;
          },
          addresseeOf: async () => ({ language, timeZone, isClosed }),
          mailTo: async (_tx, { subject, body }) => void mails.push({ subject, body }),
          ...{ pushTo: async () => undefined, publicUrl: 'https://farline.test' },
        },
        tx,
        events.map(eventOf),
      );
    });

  return {
    userId,
    accountId,
    mails,
    /** The calls that were looked at. */
    looked,
    walletId,
    hear,
    hearAll,
    /** The balance is this now. */
    balance: async (amount: bigint) => {
      balanceMicros = micros(amount);
      return await hear({ type: 'wallet.changed', subjectId: walletId });
    },
    /** A call has ended so. */
    callEnded: async (ended: Partial<Call>) => {
      call = { id: newId(), to: '+447700900123', duration: 0, ...ended };
      const payload = { ended: null, reason: call.reason ?? null };
      return await hear({ type: 'call.ended', subjectId: call.id ?? '', payload });
    },
    /** Somebody called, and nobody answered. */
    callMissed: async (from: string | null) => {
      call = { id: newId(), to: '+999000000001', from, direction: 'inbound', duration: 0, reason: 'no_answer' };
      const payload = { ended: null, reason: 'no_answer', isMissed: true } as const;
      return await hear({ type: 'call.ended', subjectId: call.id ?? '', payload });
    },
  };
}
