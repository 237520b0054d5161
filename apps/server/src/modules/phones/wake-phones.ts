import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { deletePush, endRefresh, takePushesForCall, takePushesToRefresh } from './phone-pushes-store.ts';

/** What reaches phones that sleep. */
export type PushToPhones = {
  /** What our pushes are signed with (RFC 8292), in base64url. */
  publicKey: () => Promise<string>;
  /** Whether an endpoint leads to a push service that may be sent to. */
  mayBeAsked: (endpoint: string) => boolean;
  /** Wakes what is there, once; `subject`: a later one takes the place of one that is not delivered yet. Never rejects. */
  wake: (target: {
    endpoint: string;
    subject: string;
    ttlSeconds: number;
  }) => Promise<'taken' | 'gone' | 'later' | 'refused'>;
};

export type WakePhonesDeps = { database: Database; clock: Clock; log: Log; pushToPhones: Pick<PushToPhones, 'wake'> };

/** A call that rings these phones, by their user names, for `lastsMs`. */
export type CallForPhones = { callId: string; usernames: readonly string[]; at: Date; lastsMs: number };

/** What is called more often within a minute is woken for the first calls. */
const MOST_A_MINUTE = 10;
const MINUTE_MS = 60_000;
const AGAIN_AFTER_MS = 1_000;
const REFRESHED_AT_ONCE = 100;
/** A push service that fails is asked again, for as long as the registration lasts. */
const REFRESH_AGAIN_MS = 15_000;
/** A phone that was off registers when it is on again. */
const REFRESH_KEPT_SECONDS = 86_400;

/**
 * Wakes those of the phones that have asked for it (RFC 8599 §5.3), and gives which they are, without waiting for the push services. It
 * says nothing of the call. Never rejects, since the call waits for it.
 */
export async function wakePhones(
  deps: WakePhonesDeps & { wait: (ms: number) => Promise<unknown> },
  call: CallForPhones,
) {
  if (call.usernames.length === 0) return [];
  const { usernames, at } = call;
  try {
    const since = new Date(at.getTime() - MINUTE_MS);
    const found = await takePushesForCall(deps.database, { usernames, at, since, most: MOST_A_MINUTE });
    for (const push of found) {
      void wakeTwice(deps, call, push).catch((error: unknown) =>
        deps.log.error({ err: error, push: push.id }, 'a SIP phone could not be woken'),
      );
    }
    return [...new Set(found.map(({ username }) => username))];
  } catch (error) {
    deps.log.error({ err: error, call: call.callId }, 'no SIP phone could be woken');
    return [];
  }
}

type Target = { id: string; endpoint: string };

async function wakeTwice(
  deps: WakePhonesDeps & { wait: (ms: number) => Promise<unknown> },
  call: CallForPhones,
  push: Target,
): Promise<void> {
  const ttlSeconds = () => Math.ceil((call.at.getTime() + call.lastsMs - deps.clock.now().getTime()) / 1000);
  if ((await wakeOnce(deps, push, { subject: `call ${push.id}`, ttlSeconds: ttlSeconds() })) !== 'later') return;
  await deps.wait(AGAIN_AFTER_MS);
  if (ttlSeconds() > 0) await wakeOnce(deps, push, { subject: `call ${push.id}`, ttlSeconds: ttlSeconds() });
}

async function wakeOnce(deps: WakePhonesDeps, { id, endpoint }: Target, how: { subject: string; ttlSeconds: number }) {
  const outcome = await deps.pushToPhones.wake({ endpoint, ...how });
  if (outcome === 'gone') await deletePush(deps.database, id);
  if (outcome !== 'taken') deps.log.info({ push: id, outcome }, 'a SIP phone was not woken');
  return outcome;
}

/** Wakes phones that sleep in time to register again (RFC 8599 §5.5). */
export async function wakeToRefresh(deps: WakePhonesDeps): Promise<void> {
  const now = deps.clock.now();
  const nextTry = new Date(now.getTime() + REFRESH_AGAIN_MS);
  const due = await takePushesToRefresh(deps.database, { now, nextTry, most: REFRESHED_AT_ONCE });
  await Promise.all(
    due.map(async (push) => {
      const how = { subject: `refresh ${push.id}`, ttlSeconds: REFRESH_KEPT_SECONDS };
      if ((await wakeOnce(deps, push, how)) !== 'later') await endRefresh(deps.database, { id: push.id, nextTry });
    }),
  );
}
