import type { Executor } from '../../../platform/database.ts';
import { takeFromRateLimit } from '../../../platform/rate-limits/rate-limits.ts';
import type { MailKind } from './mail-queue-store.ts';
import { mailboxHash } from './mailbox.ts';

const HOUR = 60 * 60;
/** So much mail of ours may reach one mailbox in an hour, whatever account asks and of whatever kind. */
const MOST_IN_ALL = 20;
/** Beyond it, for what somebody needs who was locked out or robbed. */
const RESERVE = 20;

/** Bounded by themselves: what strangers cause by calling keeps nothing else from its place, and nothing keeps a warning from its own. */
type KindOfItsOwn = 'voicemail' | 'warning';
export type BoundedKind = MailKind | KindOfItsOwn;

/** Of each kind, an hour. What is written here is more than one person needs, and less than what would bury a mailbox. */
const MOST_OF_KIND: Record<BoundedKind, number> = {
  confirm_email: 12,
  confirm_new_email: 12,
  email_change_asked: 6,
  password_reset: 15,
  password_changed: 6,
  email_changed: 6,
  account_closed: 3,
  notice: 15,
  voicemail: 6,
  warning: 20,
};
const NEEDED: ReadonlySet<BoundedKind> = new Set<BoundedKind>([
  'confirm_email',
  'confirm_new_email',
  'password_reset',
  'email_change_asked',
  'email_changed',
  'password_changed',
]);

/** Counts a mail to a mailbox. False when it has had enough of them within the hour: the mail must not go out. */
export async function mayReceive(
  database: Executor,
  mail: { to: string; kind: BoundedKind },
  now: Date,
): Promise<boolean> {
  const mailbox = mailboxHash(mail.to).toString('hex').slice(0, 32);
  const ofKind = { key: `mail:${mail.kind}:${mailbox}`, most: MOST_OF_KIND[mail.kind], windowSeconds: HOUR };
  if ((await takeFromRateLimit(database, ofKind, now)) > 0) return false;
  if (mail.kind === 'voicemail' || mail.kind === 'warning') return true;
  const most = NEEDED.has(mail.kind) ? MOST_IN_ALL + RESERVE : MOST_IN_ALL;
  return (await takeFromRateLimit(database, { key: `mail:${mailbox}`, most, windowSeconds: HOUR }, now)) === 0;
}
