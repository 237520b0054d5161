import { MOST_PLAYED, type PlayMessagesTask } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { spokenLanguage } from '../../platform/languages.ts';
import { languageOfUser } from '../accounts/index.ts';
import { VOICES } from './greetings.ts';
import { OWNER_WORDS, sayCaption, sayCounts } from './mailbox-words.ts';
import { fillOf, numbersWithRecordings, recordingsToPlay } from './voicemail-store.ts';

/** The engine hands a task on in a header, of which it writes 8 kB at most; base64 takes a third more. */
const MOST_BYTES = 5_500;

/**
 * What the attendant is to do with the call of somebody who listens to their account's voicemails, as its header has it: JSON in base64url. New
 * messages come first, the oldest of them before the others; then those that were heard, the latest first; as many as one call can have.
 */
export async function playMessages(
  db: Executor,
  { accountId, userId, timeZone, at }: { accountId: string; userId: string | null; timeZone: string; at: Date },
): Promise<string> {
  const language = spokenLanguage(userId === null ? '' : await languageOfUser(db, userId));
  const { unheard, recordings } = await fillOf(db, accountId);
  const isOneNumber = (await numbersWithRecordings(db, accountId)) <= 1;
  const { choices, deleted, gone, unavailable, end } = OWNER_WORDS[language];
  const task: PlayMessagesTask = {
    do: 'play_messages',
    mailbox: accountId,
    voice: VOICES[language],
    choices,
    deleted,
    gone,
    unavailable,
    end,
    greeting: sayCounts(language, { fresh: unheard, saved: recordings - unheard }),
    messages: [],
  };
  let bytes = Buffer.byteLength(JSON.stringify(task));
  for (const { id, from, at: leftAt, number } of await recordingsToPlay(db, { accountId, most: MOST_PLAYED })) {
    const message = {
      id,
      caption: sayCaption(language, { from, at: leftAt, number: isOneNumber ? null : number }, { now: at, timeZone }),
    };
    bytes += Buffer.byteLength(JSON.stringify(message)) + 1;
    if (bytes > MOST_BYTES) break;
    task.messages.push(message);
  }
  return Buffer.from(JSON.stringify(task)).toString('base64url');
}
