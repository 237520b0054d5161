import type { SendDeps, SendPush } from './send-pushes.ts';
import { topicOf } from './push-topic.ts';
import type { VapidKeys } from './vapid-keys.ts';

/** Sends a word without content, and says in a word what became of it. */
type SendWaking = (
  endpoint: string,
  word: { ttlSeconds: number; isUrgent: boolean; topic: string },
  keys: VapidKeys,
  signal?: AbortSignal,
) => ReturnType<SendPush>;

export type PushToPhonesDeps = Pick<SendDeps, 'keys' | 'log'> & {
  mayBeAsked: (endpoint: string) => boolean;
  sendWaking: SendWaking;
};

/** What is longer on its way comes too late. */
const SENT_WITHIN_MS = 5_000;
const MOST_AT_ONCE = 1_000;

/** What wakes SIP phones that sleep by Web Push (RFC 8599 §12): a word without content, so that no push service learns of a call. */
export function pushToPhones({ keys, log, mayBeAsked, sendWaking }: PushToPhonesDeps) {
  let underWay = 0;
  return {
    publicKey: async () => (await keys()).publicKey,
    mayBeAsked,
    wake: async ({ endpoint, subject, ttlSeconds }: { endpoint: string; subject: string; ttlSeconds: number }) => {
      if (underWay >= MOST_AT_ONCE) return 'later';
      underWay += 1;
      try {
        const word = { ttlSeconds, isUrgent: true, topic: topicOf('phone', subject) };
        const { state } = await sendWaking(endpoint, word, await keys(), AbortSignal.timeout(SENT_WITHIN_MS));
        return state;
      } catch (error) {
        log.error({ err: error }, 'there is no key to wake SIP phones with');
        return 'later';
      } finally {
        underWay -= 1;
      }
    },
  };
}
