import { type Call, type EventPayload, type Micros, micros, type PushContent } from '@farline/contracts';
import { type Database, inTransaction } from '../../../platform/database.ts';
import type { EventOf } from '../../../platform/events.ts';
import { newId } from '../../../platform/ids.ts';
import type { NoticeMail } from '../notice-mail.ts';
import { sentenceIn } from '../notice-sentence.ts';
import { type HeardType, noticesOfEvents } from '../notices-of-events.ts';
import { noticesOf } from '../notices-store.ts';

export type EventWords = {
  [Type in HeardType]: { type: Type; subjectId?: string; payload?: EventPayload<Type>; occurredAt?: Date };
}[HeardType];

const withTheRest = (rest: { position: number; accountId: string; subjectId: string }, event: EventWords) =>
  ({ ...rest, payload: {}, occurredAt: new Date(), ...event }) as EventOf<HeardType>;

/** What a person is told in the app, in English, oldest first. */
export async function told(database: Database, { userId }: { userId: string }): Promise<string[]> {
  const notices = await noticesOf(database, { userId, before: null, most: 100, isUnreadOnly: false });
  return notices.toReversed().map((notice) => sentenceIn({ language: 'en', timeZone: 'UTC' }, notice));
}

const wordsOf = ({ subject, body, namesSomebody, isWarning = false }: NoticeMail): NoticeMail => ({
  subject,
  body,
  namesSomebody,
  ...(isWarning ? { isWarning } : {}),
});

/** What is put on its way to screens, and when at the earliest. */
type Pushed = PushContent & { notBefore: Date | undefined };

/** An account with one user, its wallet and its mails, whose events the test makes. */
export function aListener(database: Database, { language = 'en', timeZone = 'UTC', isClosed = false } = {}) {
  const [accountId, userId, walletId] = [newId(), newId(), newId()];
  const [mails, pushes, looked]: [NoticeMail[], Pushed[], string[]] = [[], [], []];
  let balanceMicros: Micros = micros(2_000_000n);
  let call: Partial<Call> = {};
  const missedInMenus = new Set<string>();
  let position = 0;

  const hear = async (event: EventWords) => {
    const heard = eventOf(event);
    await hearAll([heard]);
    return heard;
  };
  const eventOf = (event: EventWords) => withTheRest({ position: ++position, accountId, subjectId: userId }, event);
  const hearAll = async (events: EventWords[]) =>
    await inTransaction(database, async (tx) => {
      await noticesOfEvents(
        {
          usersOf: async () => new Map([[accountId, [userId]]]),
          walletsOf: async () => new Map([[walletId, { unit: 'USD', balanceMicros }]]),
          callOf: async (_db, id) => {
            looked.push(id);
            return { callerDoubt: null, ...call } as Call;
          },
          isMissedInMenu: async (_db, id) => missedInMenus.has(id),
          ...{ addresseeOf: async () => ({ language, timeZone, isClosed }), takeMailsBack: async () => undefined },
          mailTo: async (_tx, mail) => void mails.push(wordsOf(mail)),
          deleteNamingMails: async () =>
            void mails.splice(0, mails.length, ...mails.filter((one) => !one.namesSomebody)),
          pushTo: async (_tx, { content, notBefore }) => void pushes.push({ ...content, notBefore }),
          publicUrl: 'https://farline.test',
        },
        tx,
        events.map(eventOf),
      );
    });

  return {
    ...{ userId, accountId },
    ...{ mails, pushes },
    /** The calls that were looked at. */
    looked,
    /** The calls to menus that were missed, once the last of each has ended. */
    missedInMenus,
    walletId,
    ...{ hear, hearAll },
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
    callMissed: async (from: string | null, callerDoubt: Call['callerDoubt'] = null) => {
      call = { id: newId(), to: '+999000000001', from, callerDoubt, direction: 'inbound', reason: 'no_answer' };
      const payload = { ended: null, reason: 'no_answer', isMissed: true } as const;
      return await hear({ type: 'call.ended', subjectId: call.id ?? '', payload });
    },
  };
}
