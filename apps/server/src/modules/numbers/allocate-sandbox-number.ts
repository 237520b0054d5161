import { randomInt } from 'node:crypto';
import type { Transaction } from '../../platform/database.ts';
import { insertNumber } from './record/numbers-store.ts';

/** Not assigned to any country (ITU-T E.164): what begins with it is nobody's real number. */
const SANDBOX_PREFIX = '+999';
const DIGITS = 1_000_000_000;
/** With a million numbers given away, eight tries in a row all hit one of them once in 10²⁴. */
const MOST_TRIES = 8;

/** Gives an account a sandbox number: +999 and nine digits that nobody has yet. It works inside the sandbox only. */
export async function allocateSandboxNumber(
  tx: Transaction,
  owner: { accountId: string; at: Date },
  random: (below: number) => number = randomInt,
): Promise<string> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const e164 = `${SANDBOX_PREFIX}${random(DIGITS).toString().padStart(9, '0')}`;
    if (await insertNumber(tx, { e164, accountId: owner.accountId, kind: 'sandbox', at: owner.at })) return e164;
  }
  throw new Error('no free sandbox number was found');
}
