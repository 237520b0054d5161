import type { Database, Executor } from '../../platform/database.ts';
import { eventTypes } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import type { ServerModule } from '../../platform/server-module.ts';
import { fillOf } from './voicemail-store.ts';

export type MessageWaitingDeps = {
  database: Database;
  log: Pick<Log, 'error'>;
  phonesOf: (db: Executor, accountId: string) => Promise<{ username: string }[]>;
  /** Tells a phone how many messages wait; one that is not registered hears it when it registers. */
  tell: (phone: string, waiting: string) => Promise<unknown>;
};

const HEARD = eventTypes('voicemail.received', 'voicemail.changed');
/** The lamp of a phone counts no further. */
const MOST = 999_999;

/** How many messages of an account wait, new and old, as a phone's lamp shows them (RFC 3842 §5.2): `2/1`. */
export async function messagesWaiting(db: Executor, accountId: string): Promise<string> {
  const { unheard, recordings } = await fillOf(db, accountId);
  return `${Math.min(MOST, unheard)}/${Math.min(MOST, recordings - unheard)}`;
}

/** The lamps of SIP phones: told at each change, by every process with a line to the engine. */
export function createMessageWaiting(deps: MessageWaitingDeps): ServerModule {
  const tellPhones = async (accountId: string) => {
    const phones = await deps.phonesOf(deps.database, accountId);
    if (phones.length === 0) return;
    const waiting = await messagesWaiting(deps.database, accountId);
    for (const { username } of phones) await deps.tell(username, waiting);
  };
  /** Accounts whose phones are being told; true: it has changed again meanwhile. What is told last is thus what was read last. */
  const beingTold = new Map<string, boolean>();
  const tellInTurn = async (accountId: string) => {
    const isUnderWay = beingTold.has(accountId);
    beingTold.set(accountId, isUnderWay);
    if (isUnderWay) return;
    try {
      do {
        beingTold.set(accountId, false);
        await tellPhones(accountId);
      } while (beingTold.get(accountId));
    } finally {
      beingTold.delete(accountId);
    }
  };
  return {
    hear: (events) => {
      const changed = events.flatMap(({ type, accountId }) =>
        accountId !== null && HEARD.some((one) => one === type) ? [accountId] : [],
      );
      for (const accountId of new Set(changed)) {
        tellInTurn(accountId).catch((error: unknown) =>
          deps.log.error({ err: error, account: accountId }, 'the phones could not be told of voicemails'),
        );
      }
    },
    runsIn: 'call-control',
  };
}
