import { createHash } from 'node:crypto';
import type { Executor } from '../../../platform/database.ts';
import { tooManyRequests } from '../../../platform/problems.ts';
import { clearRateLimit, type RateLimitWindow, takeFromRateLimit } from '../../../platform/rate-limits/rate-limits.ts';
import { boundsAt, networkOf } from './client-address.ts';
import { mailboxHash } from '../mail-queue/mailbox.ts';
import { addressesOf } from './sessions-list-store.ts';

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;
/** How long after a code another may be asked for. */
export const RESEND_AFTER_SECONDS = 60;

type Try = { email: string; address: string };
type RateLimitDeps = { database: Executor; rateLimitsPerAddress: boolean };

/**
 * Counts a sign-in before its password is looked at, so that many at once are counted too; refuses with 429. An address
 * that nobody has is counted like any other. Tries from elsewhere keep nobody out of a network that they have signed in
 * from before (decision 21).
 */
export async function countSignIn(deps: RateLimitDeps, attempt: Try, now: Date): Promise<void> {
  const [fromHere, fromAnywhere] = signInLimits(attempt);
  const tries = { name: 'sign-in', most: 100, windowSeconds: QUARTER_HOUR };
  const isKnown = await isKnownNetwork(deps.database, attempt);
  const elsewhere = isKnown ? [] : [...ofSite(deps, attempt, tries), fromAnywhere];
  refuseWithin(await takeInTurn(deps.database, now, [fromHere, ...ofNetwork(deps, attempt, tries), ...elsewhere]));
}

/** The right password clears the wrong ones before it. */
export async function clearSignIns(database: Executor, attempt: Try): Promise<void> {
  for (const limit of signInLimits(attempt)) await clearRateLimit(database, limit.key);
}

/** The second is for an account that is tried from many networks at once; one network alone cannot lock its owner out. */
function signInLimits({ email, address }: Try): [fromHere: RateLimitWindow, fromAnywhere: RateLimitWindow] {
  return [
    { key: `sign-in:${emailKey(email)}:${networkOf(address)}`, most: 10, windowSeconds: QUARTER_HOUR },
    { key: `sign-in:${emailKey(email)}`, most: 50, windowSeconds: QUARTER_HOUR },
  ];
}

/** Whether whoever has this mail address was signed in there, as far as sessions are remembered. */
async function isKnownNetwork(database: Executor, { email, address }: Try): Promise<boolean> {
  const network = networkOf(address);
  return (await addressesOf(database, email)).some((known) => networkOf(known) === network);
}

/** Counts a sign-up; refuses with 429. */
export async function countSignUp(deps: RateLimitDeps, attempt: Try, now: Date): Promise<void> {
  const network = networkOf(attempt.address);
  const fromHere = { key: `sign-up:${emailKey(attempt.email)}:${network}`, most: 10, windowSeconds: HOUR };
  const fromAnywhere = { key: `sign-up:${emailKey(attempt.email)}`, most: 50, windowSeconds: HOUR };
  const signUps = here(deps, attempt, { name: 'sign-up', most: 10, windowSeconds: HOUR });
  refuseWithin(await takeInTurn(deps.database, now, [...signUps, fromHere, fromAnywhere]));
}

/** Counts that somebody is told of an address that another has; refuses with 429 who asks after many. */
export async function countTakenAddress(deps: RateLimitDeps, address: string, now: Date): Promise<void> {
  const told = here(deps, { address }, { name: 'taken', most: 5, windowSeconds: HOUR });
  refuseWithin(await takeInTurn(deps.database, now, told));
}

/**
 * Counts a mail with a code to an address, whoever asks for it. Gives the seconds until there may be another; 0: it may
 * go out. One network does not use up what there is for a mailbox.
 */
export async function countConfirmationMail(deps: RateLimitDeps, asked: Try, now: Date): Promise<number> {
  const mailbox = mailboxHash(asked.email).toString('hex').slice(0, 32);
  const network = networkOf(asked.address);
  return await takeInTurn(deps.database, now, [
    { key: `confirm:${mailbox}:${network}`, most: 5, windowSeconds: HOUR },
    { key: `confirm-day:${mailbox}:${network}`, most: 12, windowSeconds: 24 * HOUR },
    { key: `confirm:${mailbox}`, most: 12, windowSeconds: HOUR },
    // Five guesses a code: a hundred a day in a million.
    { key: `confirm-day:${mailbox}`, most: 24, windowSeconds: 24 * HOUR },
  ]);
}

/** Refuses with 429 who has had a code sent less than a minute ago. */
export async function waitBeforeResend(database: Executor, userId: string, now: Date): Promise<void> {
  const limit = { key: `confirm-again:${userId}`, most: 1, windowSeconds: RESEND_AFTER_SECONDS };
  refuseWithin(await takeFromRateLimit(database, limit, now));
}

/** Whether a user may be told of one more sign-in on a new device, of so many an hour. */
export async function mayTellOfDevice(database: Executor, userId: string, now: Date): Promise<boolean> {
  return (await takeFromRateLimit(database, { key: `new-device:${userId}`, most: 5, windowSeconds: HOUR }, now)) === 0;
}

/**
 * Counts a change of password, whose current password could be guessed by whoever has a signed-in browser; refuses with 429. `from`
 * is the session: whoever guesses in one keeps the owner out of no other.
 */
export async function countPasswordChange(
  deps: RateLimitDeps,
  userId: string,
  now: Date,
  from = 'anywhere',
): Promise<void> {
  refuseWithin(
    await takeInTurn(deps.database, now, [
      { key: `change-password:${userId}:${from}`, most: 10, windowSeconds: QUARTER_HOUR },
      { key: `change-password:${userId}`, most: 40, windowSeconds: QUARTER_HOUR },
    ]),
  );
}

/**
 * Counts a change of the address, which has mails sent to the former one and to the other, whoever's they are; refuses with 429. Accounts are
 * quickly made: one network has no more changes for having many.
 */
export async function countEmailChange(
  deps: RateLimitDeps,
  { userId, address }: { userId: string; address: string },
  now: Date,
): Promise<void> {
  const ofUser = { key: `change-email:${userId}`, most: 5, windowSeconds: HOUR };
  const changes = here(deps, { address }, { name: 'change-email', most: 10, windowSeconds: HOUR });
  refuseWithin(await takeInTurn(deps.database, now, [...changes, ofUser]));
}

/** Counts an export of everything, which reads much; refuses with 429. */
export async function countExport(database: Executor, userId: string, now: Date): Promise<void> {
  refuseWithin(await takeFromRateLimit(database, { key: `export:${userId}`, most: 10, windowSeconds: HOUR }, now));
}

/**
 * Counts a forgotten password. Too many from one network are refused with 429; too many for one mailbox give false. A network
 * that its owner has signed in from is counted on its own, and no other network uses up what there is for everybody.
 */
export async function countForgotten(deps: RateLimitDeps, attempt: Try, now: Date): Promise<boolean> {
  const network = networkOf(attempt.address);
  const isKnown = await isKnownNetwork(deps.database, attempt);
  const asked = { name: 'forgot', most: 20, windowSeconds: HOUR };
  const elsewhere = isKnown ? [] : ofSite(deps, attempt, asked);
  refuseWithin(await takeInTurn(deps.database, now, [...ofNetwork(deps, attempt, asked), ...elsewhere]));

  const mailbox = `forgot:${emailKey(attempt.email)}`;
  const fromHere = { key: `${mailbox}:${network}`, most: isKnown ? 5 : 3, windowSeconds: HOUR };
  const fromAnywhere = { key: mailbox, most: 5, windowSeconds: HOUR };
  return (await takeInTurn(deps.database, now, isKnown ? [fromHere] : [fromHere, fromAnywhere])) === 0;
}

/**
 * Counts a try against one limit after another, up to the first that refuses it: what was refused for its network is not
 * counted against everybody. Gives the seconds to wait; 0: it may be made.
 */
async function takeInTurn(database: Executor, now: Date, limits: RateLimitWindow[]): Promise<number> {
  for (const limit of limits) {
    const waitSeconds = await takeFromRateLimit(database, limit, now);
    if (waitSeconds > 0) return waitSeconds;
  }
  return 0;
}

type Bound = { name: string; most: number; windowSeconds: number };

/** Both bounds of where somebody is. */
function here(deps: RateLimitDeps, at: { address: string }, bound: Bound): RateLimitWindow[] {
  return [...ofNetwork(deps, at, bound), ...ofSite(deps, at, bound)];
}

function ofNetwork(deps: RateLimitDeps, { address }: { address: string }, bound: Bound): RateLimitWindow[] {
  return deps.rateLimitsPerAddress ? [boundsAt(address, bound).ofNetwork] : [];
}

function ofSite(deps: RateLimitDeps, { address }: { address: string }, bound: Bound): RateLimitWindow[] {
  return deps.rateLimitsPerAddress ? boundsAt(address, bound).ofSite : [];
}

function refuseWithin(waitSeconds: number): void {
  if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
}

/** Limits outlive their accounts: they keep no mail address in the clear. */
function emailKey(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 32);
}
