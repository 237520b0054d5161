import { hash, verify } from '@node-rs/argon2';
import { createTurns } from '../../../platform/turns.ts';
import { tooBusy } from '../../../platform/problems.ts';

/** argon2id with 19 MiB and two passes: OWASP's first choice for a server that does other work too. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashing shares its processors with running calls: few at once, and a bounded queue. */
const AT_ONCE = 2;
const MOST_WAITING = 200;
const RETRY_SECONDS = 5;

export type PasswordHashing = {
  /** An argon2id hash with its own salt. */
  hash(password: string): Promise<string>;
  /** Takes the same time without a stored hash (nobody has this address) as with one, and is false. */
  verify(stored: string | null, password: string): Promise<boolean>;
};

export function createPasswordHashing(): PasswordHashing {
  const turn = createTurns({ atOnce: AT_ONCE, mostWaiting: MOST_WAITING, busy: () => tooBusy(RETRY_SECONDS) });
  const dummy = hash('nobody has this password', ARGON2ID);
  // Awaited at its first use; a failure is reported there.
  dummy.catch(() => undefined);
  return {
    hash: (password) => turn(() => hash(password, ARGON2ID)),
    verify: async (stored, password) => {
      const against = stored ?? (await dummy);
      const matches = await turn(() => verify(against, password));
      return matches && stored !== null;
    },
  };
}
