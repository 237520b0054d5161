import { errorCode } from './error-code.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { composeLetter, composeNotice, type Mail } from './letters.ts';
import { type DueLetter, markFailed, markSent, takeDueLetters } from './letters-store.ts';
import { newToken, tokenHash } from './tokens.ts';
import { insertResetToken } from './reset-tokens-store.ts';
import { sipPhonesOf } from './sip-phones-store.ts';

const MOST_AT_ONCE = 10;
const MOST_ROUNDS = 100;
/** Longer than a sending may last: a server that dies in it leaves the letter to another. */
const TAKEN_FOR_MS = 2 * 60_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 30 * 60_000;
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000;
const RESET_LINK_MS = 60 * 60_000;

type SendDeps = Pick<AccountsDeps, 'database' | 'clock' | 'log' | 'sendMail' | 'settings'> & { random?: () => number };

/** Sends the letters that are due. One that cannot be sent comes again, later each time, for a day. */
export async function sendLetters(deps: SendDeps, stopping?: AbortSignal): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const now = deps.clock.now();
    const againAt = new Date(now.getTime() + TAKEN_FOR_MS);
    const letters = await takeDueLetters(deps.database, { most: MOST_AT_ONCE, now, againAt });
    await Promise.all(letters.map((letter) => sendLetter(deps, letter)));
    if (letters.length < MOST_AT_ONCE || stopping?.aborted === true) return;
  }
}

async function sendLetter(deps: SendDeps, letter: DueLetter): Promise<void> {
  try {
    if (letter.user !== null) await deps.sendMail(await write(deps, letter, letter.user));
    await markSent(deps.database, { id: letter.id, at: deps.clock.now() });
  } catch (error) {
    await postpone(deps, letter, error);
  }
}

async function write(
  deps: SendDeps,
  { content, recipient }: DueLetter,
  user: NonNullable<DueLetter['user']>,
): Promise<Mail> {
  const { publicUrl } = deps.settings;
  const { firstName, language } = user;
  const to = (address: string) => ({ to: address, firstName, language });
  const { kind } = content;
  switch (kind) {
    case 'password_reset':
      // To the address of now: it may have changed since somebody asked.
      return composeLetter(to(user.email), { kind, link: await newResetLink(deps, user.id) });
    case 'password_changed':
      return composeLetter(to(recipient), {
        kind,
        link: `${publicUrl}/forgot-password`,
        sipPhones: { count: (await sipPhonesOf(deps.database, user.id)).length, link: `${publicUrl}/settings/phones` },
      });
    case 'email_changed':
    case 'account_closed':
      return composeLetter(to(recipient), { kind, link: publicUrl });
    case 'notice': {
      const { subject, body } = content;
      return composeNotice(to(user.email), { subject, body });
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

async function postpone(deps: SendDeps, letter: DueLetter, error: unknown): Promise<void> {
  const now = deps.clock.now();
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (letter.attempts - 1));
  const withJitterMs = pauseMs * (0.75 + (deps.random ?? Math.random)() / 2);
  const isTooOld = now.getTime() - letter.createdAt.getTime() > GIVE_UP_AFTER_MS;
  const dueAt = isTooOld ? null : new Date(now.getTime() + withJitterMs);
  // An error's own text may quote the mail, and with it the link: only its code is kept.
  const code = errorCode(error);
  await markFailed(deps.database, { id: letter.id, at: now, dueAt, error: code });
  const said = { letter: letter.id, kind: letter.content.kind, attempts: letter.attempts, error: code };
  if (isTooOld) deps.log.error(said, 'a mail could not be sent for a day and is given up');
  else deps.log.warn(said, 'a mail could not be sent and is tried again later');
}
