import { createHash } from 'node:crypto';
import type { Executor } from '../../platform/database.ts';
import { tooManyRequests } from '../../platform/problems.ts';
import { clearLimit, type Limit, takeFromLimit } from '../../platform/rate-limits.ts';
import { limitedPlace } from './client-address.ts';
import { addressesOf } from './sessions-list-store.ts';

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;

type Try = { email: string; address: string };
type LimitDeps = { database: Executor; limitsPerAddress: boolean };

/**
 * Counts a sign-in before its password is looked at, so that many at once are counted too; refuses with 429. An address
 * that nobody has is counted like any other. Tries from elsewhere keep nobody out of a place that they have signed in
 * from before (decision 21).
 */
export async function countSignIn(deps: LimitDeps, attempt: Try, now: Date): Promise<void> {
  const [fromHere, fromAnywhere] = signInLimits(attempt);
  await countAll(deps, now, {
    always: (await isKnownPlace(deps.database, attempt)) ? [fromHere] : [fromHere, fromAnywhere],
    perAddress: [{ key: `sign-in:${limitedPlace(attempt.address)}`, most: 100, windowSeconds: QUARTER_HOUR }],
  });
}

/** The right password clears the wrong ones before it. */
export async function clearSignIns(database: Executor, attempt: Try): Promise<void> {
  for (const limit of signInLimits(attempt)) await clearLimit(database, limit.key);
}

/** The second is for an account that is tried from many places at once; one place alone cannot lock its owner out. */
function signInLimits({ email, address }: Try): [fromHere: Limit, fromAnywhere: Limit] {
  return [
    { key: `sign-in:${emailKey(email)}:${limitedPlace(address)}`, most: 10, windowSeconds: QUARTER_HOUR },
    { key: `sign-in:${emailKey(email)}`, most: 50, windowSeconds: QUARTER_HOUR },
  ];
}

/** Whether whoever has this mail address was signed in there, as far as sessions are remembered. */
async function isKnownPlace(database: Executor, { email, address }: Try): Promise<boolean> {
  const place = limitedPlace(address);
  return (await addressesOf(database, email)).some((known) => limitedPlace(known) === place);
}

/** Counts a sign-up; refuses with 429. */
export async function countSignUp(deps: LimitDeps, attempt: Try, now: Date): Promise<void> {
  await countAll(deps, now, {
    always: [{ key: `sign-up:${emailKey(attempt.email)}`, most: 10, windowSeconds: HOUR }],
    perAddress: [{ key: `sign-up:${limitedPlace(attempt.address)}`, most: 10, windowSeconds: HOUR }],
  });
}

/** Counts a change of password, whose current password could be guessed by whoever has a signed-in browser; refuses with 429. */
export async function countPasswordChange(deps: LimitDeps, userId: string, now: Date): Promise<void> {
  await countAll(deps, now, {
    always: [{ key: `change-password:${userId}`, most: 10, windowSeconds: QUARTER_HOUR }],
    perAddress: [],
  });
}

/** Counts a change of the address, which has a letter sent to the former one, whoever's it is; refuses with 429. */
export async function countEmailChange(database: Executor, userId: string, now: Date): Promise<void> {
  const limit = { key: `change-email:${userId}`, most: 5, windowSeconds: HOUR };
  const waitSeconds = await takeFromLimit(database, limit, now);
  if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
}

/** Counts an export of everything, which reads much; refuses with 429. */
export async function countExport(database: Executor, userId: string, now: Date): Promise<void> {
  const waitSeconds = await takeFromLimit(database, { key: `export:${userId}`, most: 10, windowSeconds: HOUR }, now);
  if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
}

/**
 * Counts a forgotten password. Too many from one place are refused with 429; too many for one mailbox give false, and a
 * place that its owner has signed in from is counted on its own.
 */
export async function countForgotten(deps: LimitDeps, attempt: Try, now: Date): Promise<boolean> {
  await countAll(deps, now, {
    always: [],
    perAddress: [{ key: `forgot:${limitedPlace(attempt.address)}`, most: 20, windowSeconds: HOUR }],
  });
  const place = (await isKnownPlace(deps.database, attempt)) ? `:${limitedPlace(attempt.address)}` : '';
  const mailbox = { key: `forgot:${emailKey(attempt.email)}${place}`, most: 5, windowSeconds: HOUR };
  return (await takeFromLimit(deps.database, mailbox, now)) === 0;
}

async function countAll(deps: LimitDeps, now: Date, limits: { always: Limit[]; perAddress: Limit[] }): Promise<void> {
  let waitSeconds = 0;
  for (const limit of [...limits.always, ...(deps.limitsPerAddress ? limits.perAddress : [])]) {
    waitSeconds = Math.max(waitSeconds, await takeFromLimit(deps.database, limit, now));
  }
  if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
}

/** Limits outlive their accounts: they keep no mail address in the clear. */
function emailKey(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 32);
}
