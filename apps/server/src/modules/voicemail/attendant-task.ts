import { type TakeMessageTask, VOICEMAIL_LIMITS, type VoicemailGreeting } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { MAILBOX_WORDS, VOICES } from './greetings.ts';
import { fillOf } from './voicemail-store.ts';

/** With less room than this a mailbox is full. */
const LEAST_SECONDS = 10;

/**
 * What the attendant is to do with a call that reached the voicemail of an account, as its header has it: JSON in base64url. A full mailbox
 * takes no message, and says so; where that would cost who is called (`isPaid`), it does not answer: empty.
 */
export async function takeMessage(db: Executor, reached: Reached): Promise<string> {
  const task = await messageTask(db, reached);
  return task === null ? '' : Buffer.from(JSON.stringify(task)).toString('base64url');
}

type Reached = { accountId: string; greeting: VoicemailGreeting; isPaid: boolean };

/** The same as it is; null: no message is taken. */
export async function messageTask(
  db: Executor,
  { accountId, greeting, isPaid }: Reached,
): Promise<TakeMessageTask | null> {
  const { milliseconds } = await fillOf(db, accountId);
  const left = Math.floor(VOICEMAIL_LIMITS.accountSeconds - milliseconds / 1000);
  const isFull = left < LEAST_SECONDS;
  if (isFull && isPaid) return null;
  const words = MAILBOX_WORDS[greeting.language];
  return {
    do: 'take_message',
    mailbox: accountId,
    voice: VOICES[greeting.language],
    ...words,
    greeting: greeting.text ?? words.greeting,
    mostSeconds: isFull ? 0 : Math.min(VOICEMAIL_LIMITS.messageSeconds, left),
  };
}
