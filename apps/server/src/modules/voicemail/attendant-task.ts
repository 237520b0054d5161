import { type TakeMessageTask, VOICEMAIL_LIMITS, type VoicemailGreeting } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { MAILBOX_WORDS, VOICES } from './greetings.ts';
import { findGreeting } from './greetings-store.ts';
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

/** `chosen`: the greeting of the account that is to be played; null: the number's own words. */
type Reached = { accountId: string; greeting: VoicemailGreeting; chosen: string | null; isPaid: boolean };

/** The same as it is; null: no message is taken. */
export async function messageTask(
  db: Executor,
  { accountId, greeting, chosen, isPaid }: Reached,
): Promise<TakeMessageTask | null> {
  const { milliseconds } = await fillOf(db, accountId);
  const left = Math.floor(VOICEMAIL_LIMITS.accountSeconds - milliseconds / 1000);
  const isFull = left < LEAST_SECONDS;
  if (isFull && isPaid) return null;
  return {
    do: 'take_message',
    mailbox: accountId,
    ...(await spokenBy(db, { accountId, greeting, chosen })),
    mostSeconds: isFull ? 0 : Math.min(VOICEMAIL_LIMITS.messageSeconds, left),
  };
}

type Spoken = Pick<TakeMessageTask, 'voice' | 'greeting' | 'choices' | 'cannotRecord' | 'recorded'>;

/** What a mailbox says, and in which voice. One whose greeting is gone says the number's own words. */
async function spokenBy(
  db: Executor,
  { accountId, greeting, chosen }: Pick<Reached, 'accountId' | 'greeting' | 'chosen'>,
): Promise<Spoken> {
  const found = chosen === null ? null : await findGreeting(db, { id: chosen, accountId });
  const language = found?.kind === 'spoken' ? found.language : greeting.language;
  const usual = { voice: VOICES[language], ...MAILBOX_WORDS[language] };
  if (found === null) return { ...usual, greeting: greeting.text ?? usual.greeting };
  return found.kind === 'spoken' ? { ...usual, greeting: found.text } : { ...usual, recorded: found.id };
}
