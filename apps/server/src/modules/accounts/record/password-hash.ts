import { hash, verify } from '@node-rs/argon2';
import { createFairTurns } from '../../../platform/admission/fair-turns.ts';
import type { WaitingLine } from '../../../platform/admission/waiting-line.ts';
import { tooBusy } from '../../../platform/problems.ts';

/** argon2id with 19 MiB and two passes: OWASP's first choice for a server that does other work too. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashing shares its processors with running calls: few at once. */
const AT_ONCE = 2;
/** What somebody who signs in waits for, and no longer. */
const PATIENCE_MS = 5_000;
/** What memory is for; how many are let in follows from how long they wait. */
const MOST_WAITING = 200;
const RETRY_SECONDS = 5;

/** `owner`: for whom it is hashed, who take turns: a network, or a user who is signed in. */
export type PasswordHashing = {
  /** Refuses whoever would be refused, before anything else is done for them. */
  check(owner: string): void;
  /** An argon2id hash with its own salt. */
  hash(owner: string, password: string): Promise<string>;
  /** Takes the same time without a stored hash (nobody has this address) as with one, and is false. */
  verify(owner: string, stored: string | null, password: string): Promise<boolean>;
};

/** `line`: where it is measured how long passwords wait. */
export function createPasswordHashing(line?: WaitingLine): PasswordHashing {
  const bounds = { atOnce: AT_ONCE, mostWaiting: MOST_WAITING, patienceMs: PATIENCE_MS };
  const turns = createFairTurns({
    ...bounds,
    busy: () => tooBusy(RETRY_SECONDS),
    ...(line === undefined ? {} : { line }),
  });
  const dummy = hash('nobody has this password', ARGON2ID);
  // Awaited at its first use; a failure is reported there.
  dummy.catch(() => undefined);
  return {
    check: turns.check,
    hash: async (owner, password) => await turns.run(owner, async () => await hash(password, ARGON2ID)),
    verify: async (owner, stored, password) => {
      const against = stored ?? (await dummy);
      const matches = await turns.run(owner, async () => await verify(against, password));
      return matches && stored !== null;
    },
  };
}
