import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database.ts';
import { spokenLanguage } from '../../platform/languages.ts';
import { say } from '../mail/index.ts';
import type { GiveDeps } from './give-notice.ts';
import { mailed, type NoticeMail } from './notice-mail.ts';
import { type Reader, sentenceIn } from './notice-sentence.ts';
import { claimMessageMail, takeMessagesToMail, usersToMail } from './message-notices-store.ts';
import { findNoticeSettings } from './notices-store.ts';

/** Between two mails to one user. */
const PAUSE_MS = 10 * 60_000;
/** People that a mail names. */
const MOST_NAMED = 10;

/**
 * Mails users of who has written to them and is still unread, one mail for all of them. It has no word of what was written:
 * mail lies open on its way. Whoever goes on writing is not mailed of again until what the user was told of them is read.
 */
export async function mailNewMessages(
  deps: Omit<GiveDeps, 'pushTo'> & { database: Database; clock: Clock },
): Promise<void> {
  const at = deps.clock.now();
  const notSince = new Date(at.getTime() - PAUSE_MS);
  for (const userId of await usersToMail(deps.database, { now: at, notSince })) {
    await inTransaction(deps.database, async (tx) => {
      if (!(await claimMessageMail(tx, { userId, at, notSince }))) return;
      const peers = await takeMessagesToMail(tx, userId);
      const { isClosed, language, timeZone } = await deps.addresseeOf(tx, userId);
      const { mailsMessages } = await findNoticeSettings(tx, userId);
      if (peers.length === 0 || isClosed || !mailsMessages) return;
      const reader = { language: spokenLanguage(language), timeZone };
      await deps.mailTo(tx, { ...mailOfPeers(peers, reader, deps.publicUrl), userId, at });
    });
  }
}

function mailOfPeers(peers: readonly string[], reader: Reader, publicUrl: string): NoticeMail {
  const { language } = reader;
  const sentences = peers
    .slice(0, MOST_NAMED)
    .map((peer) => sentenceIn(reader, mailed({ kind: 'message_received', facts: { messageId: '', peer } })));
  const rest = peers.length > MOST_NAMED ? ['…'] : [];
  const body = [...sentences, ...rest].join('\n');
  const next = say(language, 'next_messages', { link: `${publicUrl}/messages` });
  const subject = say(language, 'subject_message_received');
  return { subject, body: [body, next].join('\n\n'), namesSomebody: true };
}
