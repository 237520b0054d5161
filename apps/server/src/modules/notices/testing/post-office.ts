import type { Call } from '@farline/contracts';
import { type Micros, micros } from '@farline/contracts';
import { type Database, inTransaction } from '../../../platform/database.ts';
import type { Event } from '../../../platform/events.ts';
import { newId } from '../../../platform/ids.ts';
import type { NoticeMail } from '../notice-mail.ts';
import { noticesOfEvent } from '../notices-of-events.ts';

/** An account with one user, its wallet and its mails, whose events the test makes. */
export function aListener(database: Database) {
  const [accountId, userId, walletId] = [newId(), newId(), newId()];
  const mails: NoticeMail[] = [];
  let balanceMicros: Micros = micros(2_000_000n);
  let call: Partial<Call> = {};
  let position = 0;

  const hear = async (event: Partial<Event> & { type: string }) => {
    const heard: Event = {
      position: ++position,
      accountId,
      subjectId: userId,
      payload: {},
      occurredAt: new Date(),
      ...event,
    };
    await inTransaction(database, async (tx) => {
      await noticesOfEvent(
        {
          usersOf: async () => [userId],
          walletOf: async (_db, id) => (id === walletId ? { unit: 'USD', balanceMicros } : null),
          callOf: async () => call as Call,
          mailTo: async (_tx, { subject, body }) => void mails.push({ subject, body }),
          publicUrl: 'https://farline.test',
        },
        tx,
        heard,
      );
    });
    return heard;
  };

  return {
    userId,
    accountId,
    mails,
    hear,
    /** The balance is this now. */
    balance: async (amount: bigint) => {
      balanceMicros = micros(amount);
      return await hear({ type: 'wallet.changed', subjectId: walletId });
    },
    /** A call has ended so. */
    callEnded: async (ended: Partial<Call>) => {
      call = { id: newId(), to: '+447700900123', duration: 0, ...ended };
      return await hear({ type: 'call.changed', subjectId: call.id ?? '', payload: { ended: null } });
    },
  };
}
