import type { Transaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { type GiveDeps, pushNotice } from './give-notice.ts';
import { mailLater, tellOfMessage } from './message-notices-store.ts';
import { findNoticeSettings } from './notices-store.ts';

/** How long a message may stay unread before its mail goes out: others that come meanwhile are told in it too. */
const GATHER_MS = 3 * 60_000;
/** Whoever writes a burst rings at its first message and at its last, and no more often than this. */
const PUSH_PAUSE_MS = 10_000;

/**
 * Tells a user that somebody wrote: in the one line that their list has for all messages of a person, and on their screens for each message, as a
 * telephone rings for each; by mail once, until that line is read.
 */
export async function giveMessageNotice(
  deps: GiveDeps,
  tx: Transaction,
  given: { userId: string; accountId: string; messageId: string; peer: string; at: Date },
): Promise<void> {
  const { userId, accountId, messageId, peer, at } = given;
  const addressee = await deps.addresseeOf(tx, userId);
  if (addressee.isClosed) return;
  const id = newId(at);
  const told = await tellOfMessage(tx, { told: { ...given, id }, pushPauseMs: PUSH_PAUSE_MS });
  if (told === null) return;
  await publish(tx, { type: 'notice.changed', accountId, subjectId: id, payload: { userId } });
  const settings = await findNoticeSettings(tx, userId);
  const facts = { messageId, peer };
  const push = { userId, told: { kind: 'message_received', facts } as const, at, notBefore: told.pushAt };
  await pushNotice(deps, tx, { ...push, settings, addressee });
  if (settings.mailsMessages && !told.wasUnread) await mailLater(tx, { id, dueAt: new Date(at.getTime() + GATHER_MS) });
}
