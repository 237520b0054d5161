import type { Stack } from '@farline/tools/stack';
import { type StandInPushService, standInPushService } from '@farline/tools/stand-in-push-service';
import { type RawBuilder, sql } from 'kysely';
import type { ScriptedTrunk, TrunkLeg } from '../../../../voice/testbed/scripted-trunk.ts';
import type { FarCount } from '../../../../voice/testbed/strict-dialogs.ts';
import type { Database } from '../../src/platform/database.ts';
import { type Caller, until } from './callers.ts';
import { deskPhoneOf, pageOf } from './far-sides.ts';
import type { PhoneCall } from './talking-phone.ts';

const LONG_MS = 20_000;

/** Whom a call from a trunk reaches in the gate, beside who answers it. */
export type CalledWith = {
  /** Another telephone, or page, that rings too, says nothing, and answers when the trick has it do so. */
  another?: boolean;
  /** A notification in a browser, from which the call may be declined. */
  notification?: boolean;
};

/** Who is called: a SIP phone or a page that answers, and who else there is. */
export type CalledPeople = {
  /** What is dialled. */
  readonly number: string;
  readonly answers: ScriptedTrunk;
  /** The leg of who answers. */
  leg(): Promise<TrunkLeg>;
  /** The leg of who rings too. */
  anotherLeg(): Promise<TrunkLeg>;
  /** The notification of the call. */
  notified(): Promise<Notified>;
  /** Whose answer the caller heard, as that side counts it; null without. */
  countOf(call: PhoneCall): () => FarCount | null;
  /** Throws while anybody has a call that was answered. */
  overForAll(): Promise<void>;
};

/** A notification of a call that rings, and what can be done with the proof in it. */
export type Notified = {
  /** Declines the call, as the service worker does, with this proof or its own; the status that it hears. */
  decline(proof?: string): Promise<number>;
  /** Has the engine told to decline it, whatever became of the call meanwhile; returns once the engine has heard of it. */
  declineLate(): Promise<void>;
};

/** A push service that takes what is told of calls. */
export type Pushes = Pick<StandInPushService, 'origin' | 'close'> & {
  begin(database: Database): Promise<void>;
  /** A browser of the caller's that is told of calls. */
  tell(database: Database, caller: Caller): Promise<ReturnType<StandInPushService['aBrowser']>>;
};

export async function openPushes(): Promise<Pushes> {
  let publicKey = '';
  const service = await standInPushService(() => publicKey);
  return {
    origin: service.origin,
    close: service.close,
    async begin(database) {
      const { rows } = await sql<{ key: string }>`select public_key as key from push.key`.execute(database);
      publicKey = rows[0]?.key ?? '';
    },
    async tell(database, { accountId, userId }) {
      const browser = service.aBrowser();
      const { endpoint, keys } = browser.subscription;
      await sql`insert into push.subscription (id, user_id, account_id, session_id, endpoint, p256dh, auth, added_at)
        select gen_random_uuid(), ${userId}, ${accountId}, id, ${endpoint}, ${keys.p256dh}, ${keys.auth}, now()
        from accounts.session where user_id = ${userId}`.execute(database);
      return browser;
    },
  };
}

/** Registers who is called, before the call is placed. */
export async function whoIsCalled(
  on: { stack: Stack; database: Database; pushes: Pushes; keep: <T extends { close(): unknown }>(opened: T) => T },
  { by, caller, another, notification }: CalledWith & { by: 'phone' | 'page'; caller: Caller },
): Promise<CalledPeople> {
  const { stack, database, pushes, keep } = on;
  const open = async () => keep(await (by === 'phone' ? deskPhoneOf : pageOf)(stack, caller));
  const answers = await open();
  const sides = [answers];
  if (another === true) {
    const other = await open();
    other.otherwise(() => undefined);
    sides.push(other);
  }
  const browser = notification === true ? await pushes.tell(database, caller) : null;
  const legOf = async (side: ScriptedTrunk | undefined) => {
    if (side === undefined) throw new Error('nobody else rings');
    return await side.legs.next('the leg of who is called', () => true, LONG_MS);
  };

  const { rows } = await sql<{ number: string }>`
    select e164 as number from numbers.number where account_id = ${caller.accountId}`.execute(database);
  return {
    number: rows[0]?.number ?? '',
    answers,
    leg: async () => await legOf(answers),
    anotherLeg: async () => await legOf(sides[1]),
    notified: async () => {
      if (browser === null) throw new Error('nobody is told');
      const { content } = await browser.next(0);
      if (content.call === undefined) throw new Error('it tells of no call');
      return notificationOf({ stack, database }, content.call);
    },
    countOf: (call) => () => {
      const isAnswer = ({ status, cseq }: { status: number; cseq: string }) =>
        status === 200 && cseq.endsWith('INVITE');
      const toTag = call.received.all.find(isAnswer)?.toTag;
      const counts = sides.flatMap(({ calls }) => calls);
      return toTag === undefined ? null : (counts.find(({ toTags }) => toTags.includes(toTag)) ?? null);
    },
    overForAll: async () =>
      await until('the end of every answer', async () => sides.every((side) => side.openCalls().length === 0), LONG_MS),
  };
}

function notificationOf(
  { stack, database }: { stack: Stack; database: Database },
  { id, token }: { id: string; token: string },
): Notified {
  return {
    decline: async (proof = token) => {
      const answer = await fetch(`${stack.url}/api/v1/push/decline`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: proof }),
      });
      await answer.text();
      return answer.status;
    },
    declineLate: async () => {
      const is = async (what: string, state: RawBuilder<unknown>) =>
        await until(
          what,
          async () => {
            const { rows } = await sql`select from push.ringing_call where call_id = ${id} and ${state}`.execute(
              database,
            );
            return rows.length > 0;
          },
          LONG_MS,
        );
      await is('the notification to be taken back', sql`over_at is not null`);
      // As if it had been declined just before anybody could know that the call rings no more.
      await sql`update push.ringing_call set declined_at = now(), decline_ordered_at = null, over_at = null,
        expires_at = now() + interval '1 minute' where call_id = ${id}`.execute(database);
      await is('the engine to be told', sql`decline_ordered_at is not null`);
    },
  };
}
