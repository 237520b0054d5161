import type { PushContent } from '@farline/contracts';
import type { Language } from '../../platform/languages.ts';
import { type MailKey, say } from '../mail/index.ts';
import type { Told } from './notice.ts';
import { mailed, voicemailPath } from './notice-mail.ts';
import { type Reader, sentenceIn } from './notice-sentence.ts';
import type { StoredNoticeSettings } from './notice-settings.ts';

/** How long a notice is worth showing to a browser that was away. */
export const KEPT_FOR_MS = 24 * 60 * 60_000;

/**
 * What the screens of a user show of a notice though no page is open, in their language; null where they want none, or it is no matter of
 * the moment. Who called or wrote stands in it, and nothing of what they wrote: a screen lies open on a table.
 */
export function pushOf(told: Told, settings: StoredNoticeSettings, reader: Reader): PushContent | null {
  const words = pushWords(told, settings);
  if (words === null) return null;
  const { language } = reader;
  return {
    tag: words.tag,
    title: say(language, words.title),
    body: sentenceIn(reader, mailed(told)),
    path: words.path,
    direction: language === 'ar' ? 'rtl' : 'ltr',
    language,
    ...callBackOf(told, language),
  };
}

/** A button for whoever has missed a call of somebody who showed their number, if that is not another's. */
function callBackOf(told: Told, language: Language): Pick<PushContent, 'callBack'> {
  if (told.kind !== 'call_missed' || told.facts.from === null || told.facts.isPossiblyForged) return {};
  return { callBack: { number: told.facts.from, title: say(language, 'push_call_back') } };
}

/** What takes the messages of somebody that were read on one screen from all others. */
export const readPush = ({ peer, at }: { peer: string; at: Date }): PushContent => ({
  tag: messageTag(peer),
  title: 'Farline',
  body: '',
  path: '/',
  direction: 'ltr',
  language: 'en',
  at: at.toISOString(),
  isRead: true,
});

type Words = { tag: string; title: MailKey; path: string };

function pushWords(told: Told, settings: StoredNoticeSettings): Words | null {
  if (told.kind === 'call_missed' && settings.pushesMissedCalls) {
    const { callId } = told.facts;
    return { tag: callTag(callId), title: 'push_call_missed', path: `/calls/${callId}` };
  }
  // It says more than that the call was missed, and stands in the place of that.
  if (told.kind === 'voicemail_received' && settings.pushesVoicemail) {
    const { voicemailId } = told.facts;
    return { tag: callTag(voicemailId), title: 'push_voicemail', path: voicemailPath(voicemailId) };
  }
  if (told.kind === 'message_received' && settings.pushesMessages) {
    const { peer } = told.facts;
    return { tag: messageTag(peer), title: 'push_message', path: `/messages/${encodeURIComponent(peer)}` };
  }
  return null;
}

const messageTag = (peer: string) => `message ${peer}`;

/** One place on the screen for all that is told of a call. */
export const callTag = (callId: string) => `call ${callId}`;
