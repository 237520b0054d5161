import { type AttendantTask, VOICEMAIL_LIMITS, type VoicemailGreeting } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { MAILBOX_WORDS, VOICES } from './greetings.ts';
import { fillOf } from './voicemail-store.ts';

/** With less room than this a mailbox is full. */
const LEAST_SECONDS = 10;

/**
 * What the attendant is to do with a call that reached the voicemail of an account, as its header has it: JSON in base64url. A full mailbox
 * takes no message, and says so; where that would cost who is called (`isPaid`), it does not answer: empty.
 */
export async function takeMessage(
  db: Executor,
  { accountId, greeting, isPaid }: { accountId: string; greeting: VoicemailGreeting; isPaid: boolean },
): Promise<string> {
  const { milliseconds } = await fillOf(db, accountId);
  const left = Math.floor(VOICEMAIL_LIMITS.accountSeconds - milliseconds / 1000);
  const isFull = left < LEAST_SECONDS;
  if (isFull && isPaid) return '';
  const words = MAILBOX_WORDS[greeting.language];
  const task: AttendantTask = {
    do: 'take_message',
    mailbox: accountId,
    voice: VOICES[greeting.language],
    ...words,
    greeting: greeting.text ?? words.greeting,
    mostSeconds: isFull ? 0 : Math.min(VOICEMAIL_LIMITS.messageSeconds, left),
  };
  return Buffer.from(JSON.stringify(task)).toString('base64url');
}
