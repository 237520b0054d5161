import { type TakeMessageTask, VOICEMAIL_LIMITS, type VoicemailGreeting } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { MAILBOX_WORDS, VOICES } from './greetings.ts';
import { findGreeting } from './greetings-store.ts';
import { secondsTaken } from './voicemail-store.ts';

/** With less room than this a mailbox is full. */
const LEAST_SECONDS = 10;

/**
 * The attendant's task for a call that reached an account's voicemail, as its header carries it: JSON in base64url. A full mailbox takes no
 * message and says so, unless that would cost the account (`isPaid`): then the call is not answered, and the task is empty.
 */
export async function takeMessage(db: Executor, called: CalledNumber): Promise<string> {
  const task = await messageTask(db, called);
  return task === null ? '' : Buffer.from(JSON.stringify(task)).toString('base64url');
}

/**
 * A number whose voicemail a call reached. `number`: which one. `from`: the caller, in E.164; null: not shown. `chosen`: the account's greeting to
 * play; null: the number's own text. Other messages from the same caller, and on the same number, limit how long this one may be, so that somebody
 * who calls all night leaves room for others, and a flooded number leaves room for the account's other numbers.
 */
export type CalledNumber = {
  accountId: string;
  number: string;
  from: string | null;
  greeting: VoicemailGreeting;
  chosen: string | null;
  isPaid: boolean;
};

/** The same, not encoded; null: no message is taken. */
export async function messageTask(
  db: Executor,
  { accountId, number, from, greeting, chosen, isPaid }: CalledNumber,
): Promise<TakeMessageTask | null> {
  const { accountSeconds, unheardOfCallerSeconds, unheardOfUnknownSeconds, unheardOfNumberSeconds } = VOICEMAIL_LIMITS;
  const taken = await secondsTaken(db, { accountId, number, from });
  const mostOfCaller = from === null ? unheardOfUnknownSeconds : unheardOfCallerSeconds;
  const ofOne = Math.min(mostOfCaller - taken.unheardOfCaller, unheardOfNumberSeconds - taken.unheardOfNumber);
  const left = Math.floor(Math.min(accountSeconds - taken.all, ofOne));
  const isFull = left < LEAST_SECONDS;
  if (isFull && isPaid) return null;
  return {
    do: 'take_message',
    mailbox: accountId,
    ...(await spokenBy(db, { accountId, greeting, chosen })),
    mostSeconds: isFull ? 0 : Math.min(VOICEMAIL_LIMITS.messageSeconds, left),
  };
}

type Spoken = Pick<TakeMessageTask, 'voice' | 'greeting' | 'choices' | 'cannotRecord' | 'cutShort' | 'recorded'>;

/** What a mailbox says, and in which voice. One whose greeting is gone says the number's own words. */
async function spokenBy(
  db: Executor,
  { accountId, greeting, chosen }: Pick<CalledNumber, 'accountId' | 'greeting' | 'chosen'>,
): Promise<Spoken> {
  const found = chosen === null ? null : await findGreeting(db, { id: chosen, accountId });
  const language = found?.kind === 'spoken' ? found.language : greeting.language;
  const usual = { voice: VOICES[language], ...MAILBOX_WORDS[language] };
  if (found === null) return { ...usual, greeting: greeting.text ?? usual.greeting };
  return found.kind === 'spoken' ? { ...usual, greeting: found.text } : { ...usual, recorded: found.id };
}
