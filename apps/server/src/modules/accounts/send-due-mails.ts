import { errorCode, isMailboxRefused } from './mail-queue/error-code.ts';
import type { UseCaseDeps } from './record/accounts-deps.ts';
import { newProofs } from './addresses/confirmation-proofs.ts';
import { keepProofs } from './record/confirmations-store.ts';
import type { Mail } from '../../platform/outgoing/mail.ts';
import { composeAccountMail, composeAddressMail, composeMail, say } from '../mail/index.ts';
import {
  type DueMail,
  markDropped,
  markFailed,
  markSent,
  putOff,
  takeDueMails,
} from './mail-queue/mail-queue-store.ts';
import { type BoundedKind, mayReceive } from './mail-queue/mail-bounds.ts';
import { tokenHash } from '../../platform/token-hash.ts';
import { newToken } from './record/tokens.ts';
import { insertResetToken } from './record/reset-tokens-store.ts';

const MOST_AT_ONCE = 10;
const MOST_ROUNDS = 100;
/** Longer than a sending may last: a server that dies in it leaves the mail to another. */
const TAKEN_FOR_MS = 2 * 60_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 30 * 60_000;
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000;
/** So long a mail about a voicemail waits for its transcript, and is then sent without. */
const TRANSCRIPT_AWAITED_MS = 60_000;
const LOOK_AGAIN_MS = 2_000;
const RESET_LINK_MS = 60 * 60_000;

type SendDeps = Pick<
  UseCaseDeps,
  | 'database'
  | 'clock'
  | 'log'
  | 'sendMail'
  | 'voicemailSound'
  | 'transcriptOf'
  | 'mailDropped'
  | 'countSipPhones'
  | 'countForwards'
  | 'settings'
  | 'confirmationKey'
> & {
  random?: () => number;
};

/** What goes to an address that nobody has confirmed: what proves whose it is, and nothing else. */
const TO_ANYBODY: ReadonlySet<string> = new Set(['confirm_email', 'confirm_new_email', 'password_reset']);

/** Sends the mails that are due. One that cannot be sent comes again, later each time, for a day. */
export async function sendDueMails(deps: SendDeps, stopping?: AbortSignal): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const now = deps.clock.now();
    const againAt = new Date(now.getTime() + TAKEN_FOR_MS);
    const mails = await takeDueMails(deps.database, { most: MOST_AT_ONCE, now, againAt });
    await Promise.all(mails.map((due) => sendOne(deps, due)));
    if (mails.length < MOST_AT_ONCE || stopping?.aborted === true) return;
  }
}

async function sendOne(deps: SendDeps, due: DueMail): Promise<void> {
  try {
    const { user } = due;
    if (user !== null) {
      if (await isTranscriptAwaited(deps, due)) return await lookAgain(deps, due);
      const because = await whyNot(deps, due, user);
      if (because !== null) return await drop(deps, due, because);
      const mail = await write(deps, due, user);
      if (mail !== null) await deps.sendMail(mail);
    }
    await markSent(deps.database, { id: due.id, at: deps.clock.now() });
  } catch (error) {
    await postpone(deps, due, error);
  }
}

async function isTranscriptAwaited(deps: SendDeps, { content, createdAt }: DueMail): Promise<boolean> {
  if (content.kind !== 'notice' || content.voicemailId === null) return false;
  if (deps.clock.now().getTime() - createdAt.getTime() >= TRANSCRIPT_AWAITED_MS) return false;
  return (await deps.transcriptOf(content.voicemailId))?.state === 'pending';
}

async function lookAgain({ database, clock }: SendDeps, { id }: DueMail): Promise<void> {
  await putOff(database, { id, dueAt: new Date(clock.now().getTime() + LOOK_AGAIN_MS) });
}

/** Why a mail must not go out, or null. Counted when it is first tried: one that comes again has its place. */
async function whyNot(
  deps: SendDeps,
  { content, recipient, attempts }: DueMail,
  user: Addressee,
): Promise<'unconfirmed' | 'too_many' | null> {
  const { kind } = content;
  if (!user.isConfirmed && !TO_ANYBODY.has(kind)) return 'unconfirmed';
  if (attempts > 1) return null;
  const to = kind === 'password_reset' || kind === 'notice' ? user.email : recipient;
  return (await mayReceive(deps.database, { to, kind: boundedAs(content) }, deps.clock.now())) ? null : 'too_many';
}

function boundedAs(content: DueMail['content']): BoundedKind {
  if (content.kind !== 'notice') return content.kind;
  if (content.isWarning) return 'warning';
  return content.voicemailId === null ? content.kind : 'voicemail';
}

async function drop(deps: SendDeps, due: DueMail, because: 'unconfirmed' | 'too_many'): Promise<void> {
  const { kind } = due.content;
  await markDropped(deps.database, { id: due.id, at: deps.clock.now(), because });
  deps.mailDropped({ kind, because });
  deps.log.warn({ mail: due.id, kind, because }, 'a mail was not sent: its mailbox has had enough, or is unconfirmed');
}

type Addressee = NonNullable<DueMail['user']>;

/** Whoever signed up, or asks for another address, may be somebody else than whose it is. */
const isToStranger = (kind: DueMail['content']['kind'], { isConfirmed }: Addressee) =>
  !isConfirmed || kind === 'confirm_email' || kind === 'confirm_new_email';

/** Null: what the mail was about is over, and nobody needs it. */
async function write(deps: SendDeps, { content, recipient }: DueMail, user: Addressee): Promise<Mail | null> {
  const { publicUrl, operator = null } = deps.settings;
  const { kind } = content;
  const to = (address: string) => ({
    to: address,
    // No word of somebody else's reaches an address that may be a stranger's.
    firstName: isToStranger(kind, user) ? null : user.firstName,
    language: user.language,
  });
  switch (kind) {
    case 'confirm_email':
    case 'confirm_new_email': {
      const proofs = await newConfirmation(deps, { userId: user.id, email: recipient });
      return proofs === null ? null : composeAddressMail(to(recipient), { kind, ...proofs });
    }
    case 'email_change_asked':
      return composeAddressMail(to(recipient), { kind, link: `${publicUrl}/forgot-password`, code: '' });
    case 'password_reset':
      // A closed account has no use for a password; what confirms an address of it is gone with the closing.
      if (user.isClosed) return null;
      // To the address of now: it may have changed since somebody asked.
      return composeAccountMail(to(user.email), { kind, link: await newResetLink(deps, user.id) });
    case 'password_changed':
      return composeAccountMail(to(recipient), {
        kind,
        link: `${publicUrl}/forgot-password`,
        sipPhones: { count: await deps.countSipPhones(deps.database, user.id), link: `${publicUrl}/settings/phones` },
        forwards: { count: await deps.countForwards(deps.database, user.accountId), link: `${publicUrl}/numbers` },
      });
    case 'email_changed':
    case 'account_closed':
      return composeAccountMail(to(recipient), { kind, link: publicUrl, operator });
    case 'notice': {
      const { subject, body, voicemailId } = content;
      const attachment = voicemailId === null ? null : await deps.voicemailSound(voicemailId);
      const transcript = voicemailId === null ? null : await deps.transcriptOf(voicemailId);
      // Put in now: no queue keeps what was said.
      const said = transcript?.state === 'written' ? transcript.text : '';
      const words = said === '' ? [body] : [body, say(user.language, 'voicemail_transcript', { text: said })];
      return {
        ...composeMail(to(user.email), { subject, body: words.join('\n\n') }),
        ...(attachment === null ? {} : { attachments: [attachment] }),
      };
    }
  }
}

/** The token is made now, so that no queue and no backup ever holds one that works. */
async function newResetLink(deps: SendDeps, userId: string): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(deps.clock.now().getTime() + RESET_LINK_MS);
  await insertResetToken(deps.database, { hash: tokenHash(token), userId, expiresAt });
  return `${deps.settings.publicUrl}/reset-password?token=${token}`;
}

/** Made now, as a reset link is. Null when the user waits for another address meanwhile, or for none. */
async function newConfirmation(
  deps: SendDeps,
  of: { userId: string; email: string },
): Promise<{ link: string; code: string } | null> {
  const { code, token, kept } = newProofs({ ...of, now: deps.clock.now() }, deps.confirmationKey);
  if (!(await keepProofs(deps.database, { ...of, ...kept }))) return null;
  return { link: `${deps.settings.publicUrl}/confirm-email?token=${token}`, code };
}

async function postpone(deps: SendDeps, due: DueMail, error: unknown): Promise<void> {
  const now = deps.clock.now();
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (due.attempts - 1));
  const withJitterMs = pauseMs * (0.75 + (deps.random ?? Math.random)() / 2);
  const isTooOld = now.getTime() - due.createdAt.getTime() > GIVE_UP_AFTER_MS;
  // Anybody types addresses that there are not. Of one that is known, the mail server itself may be set up wrong.
  const isNobodys = due.user !== null && isToStranger(due.content.kind, due.user) && isMailboxRefused(error);
  const dueAt = isTooOld || isNobodys ? null : new Date(now.getTime() + withJitterMs);
  // An error's own text may quote the mail, and with it the link: only its code is kept.
  const code = errorCode(error);
  await markFailed(deps.database, { id: due.id, at: now, dueAt, error: code });
  const said = { mail: due.id, kind: due.content.kind, attempts: due.attempts, error: code };
  if (isTooOld) deps.log.error(said, 'a mail could not be sent for a day and is given up');
  else if (isNobodys) deps.log.warn(said, 'a mail to an address that nobody confirmed was refused and is given up');
  else deps.log.warn(said, 'a mail could not be sent and is tried again later');
}
