import type { Broadcast, RecipientStatus } from '@farline/contracts/messages/broadcasts';
import { broadcastPausedKey } from '@farline/contracts/notice-sentence';
import { i18n } from '../../lib/language/i18n.ts';
import { refusalSentence } from '../../lib/messages/refusal-sentence.ts';
import { broadcastsText } from '../../texts/broadcasts.ts';
import { noticesText } from '../../texts/notices.ts';
import { messagesText } from '../../texts/messages.ts';

/** Why somebody is left out, in a few words; a refusal that has none is its sentence. */
export function leftOutReason(reason: string): string {
  const key = `leftOut_${reason}`;
  return i18n.exists(key, { ns: 'broadcasts' })
    ? i18n.t(key, { ns: 'broadcasts' })
    : refusalSentence({ code: reason, message: reason });
}

/** Why a broadcast is paused, and what to do about it. */
export function pausedSentence({ name, reason, reasonText }: Broadcast): string {
  if (reason === null) return broadcastsText.say('pausedBySomebody');
  const key = broadcastPausedKey(reason);
  return key === null
    ? refusalSentence({ code: reason, message: reasonText ?? reason })
    : noticesText.say(key, { name });
}

/** How far a recipient is, in a word. */
export function recipientWord(status: RecipientStatus): string {
  if (status === 'waiting') return broadcastsText.say('waiting');
  return status === 'left_out' ? broadcastsText.say('leftOutRows') : messagesText.say(`state_${status}`);
}
