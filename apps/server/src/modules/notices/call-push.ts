import type { PushContent } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { type Language, spokenLanguage } from '../../platform/languages.ts';
import { say } from '../mail/index.ts';
import type { GiveDeps } from './give-notice.ts';
import { callTag } from './notice-push.ts';
import { findNoticeSettings } from './notices-store.ts';

/** What the screens of a user show while a call rings, without the proof that declines it. */
export type CallPush = Omit<PushContent, 'call' | 'isOver'> & { answer: string; decline: string };

/** A call that rings, in the words of a user; null where they do not want to be told. `number`: who calls; null: not shown; `isForged`: possibly. */
export async function callPushOf(
  { addresseeOf }: Pick<GiveDeps, 'addresseeOf'>,
  db: Executor,
  called: { userId: string; callId: string; number: string | null; isForged: boolean },
): Promise<CallPush | null> {
  const { pushesCalls } = await findNoticeSettings(db, called.userId);
  if (!pushesCalls) return null;
  const addressee = await addresseeOf(db, called.userId);
  if (addressee.isClosed) return null;
  const language = spokenLanguage(addressee.language);
  return {
    tag: callTag(called.callId),
    title: say(language, 'push_call'),
    body: bodyOf(language, called),
    path: '/dashboard',
    direction: language === 'ar' ? 'rtl' : 'ltr',
    language,
    answer: say(language, 'push_answer'),
    decline: say(language, 'push_decline'),
  };
}

function bodyOf(language: Language, { number, isForged }: { number: string | null; isForged: boolean }): string {
  if (number === null) return say(language, 'push_call_unknown');
  return isForged ? say(language, 'push_call_forged', { number }) : number;
}
