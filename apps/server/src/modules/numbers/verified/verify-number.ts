import {
  formatDecimal,
  type Micros,
  parseDecimal,
  type Verification,
  type VerificationPrice,
} from '@farline/contracts';
import type { Clock } from '../../../platform/clock.ts';
import { type Database, inTransaction, type Transaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { takeFromRateLimit } from '../../../platform/rate-limits/rate-limits.ts';
import { lockAccount, recordAuditEvent } from '../../accounts/index.ts';
import {
  inWords,
  numberForRentHere,
  numberOfSomebodyHere,
  tooManyCodes,
  tooManyVerified,
  verificationDearer,
} from '../number-problems.ts';
import { accountOfNumber } from '../numbers-store.ts';
import { viewVerification } from '../number-view.ts';
import { hashOfCode, newCode } from './verification-code.ts';
import { insertVerification, isOffered, verifiedOf } from './verified-store.ts';

/** A number as typed, and whose call it would be. */
export type TypedOwnNumber = { accountId: string; number: string; defaultCountry: string | undefined };

/** What a call costs that says a code. Throws the `Problem` that says why none can be placed there. */
export type PriceCodeCall = (wanted: TypedOwnNumber) => Promise<PricedCodeCall>;
export type PricedCodeCall = {
  price: Pick<VerificationPrice, 'number' | 'terms'>;
  mostMicros: Micros;
  currency: string;
};

/** Has a telephone called, and a code said there, in the language of an account. */
export type OrderCodeCall = (order: { id: string; code: string; language: string; at: Date }) => Promise<void>;

export type VerifyNumberDeps = {
  database: Database;
  clock: Clock;
  priceCodeCall: PriceCodeCall;
  orderCodeCall: OrderCodeCall;
  /** What codes are hashed with. */
  secret: string;
};

const TRIES = 5;
const CODE_COUNTS_MS = 10 * 60_000;
const DAY_SECONDS = 24 * 60 * 60;
/** Far more than anybody owns. */
const MOST_VERIFIED = 20;
/** Of an account, whatever it calls; and of a telephone, whoever asks: nobody is rung up all day. */
const CODES_A_DAY = 5;
const CODES_A_DAY_TO_A_NUMBER = 3;

/**
 * Has a number called that somebody has elsewhere, and a code said there, at no more than the price that was shown. Refuses what has a place in
 * this house already, and what cannot be called; each account and each telephone get a few calls a day.
 */
export async function verifyNumber(
  deps: VerifyNumberDeps,
  wanted: TypedOwnNumber & { userId: string; most: string },
): Promise<Verification> {
  const { accountId, userId } = wanted;
  const { price, mostMicros, currency } = await deps.priceCodeCall(wanted);
  const { number } = price;
  await refuseNumberOfHere(deps.database, number);
  if (mostMicros > (parseDecimal(wanted.most) ?? 0n)) throw verificationDearer(inWords(mostMicros, currency));
  const at = deps.clock.now();
  const [id, code, expiresAt] = [newId(at), newCode(), new Date(at.getTime() + CODE_COUNTS_MS)];
  const language = await inTransaction(deps.database, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (account === null) throw new Error(`there is no account ${accountId}`);
    const others = (await verifiedOf(tx, accountId, at)).filter(({ e164 }) => e164 !== number);
    if (others.length >= MOST_VERIFIED) throw tooManyVerified(MOST_VERIFIED);
    // With the verification or not at all: what calls nobody uses up nothing.
    await takeCode(tx, { key: `codes-to-number:${number}`, most: CODES_A_DAY_TO_A_NUMBER, at });
    await takeCode(tx, { key: `codes-of-account:${accountId}`, most: CODES_A_DAY, at });
    const codeHash = hashOfCode(deps.secret, { id, code });
    await insertVerification(tx, {
      ...{ id, accountId, userId, e164: number, codeHash, tries: TRIES, mostMicros, at, expiresAt },
    });
    await recordAuditEvent(tx, {
      ...{ at, actor: `user:${userId}`, action: 'number.verification_called', accountId, subject: id },
      after: { number, most: formatDecimal(mostMicros) },
    });
    return account.language;
  });
  await deps.orderCodeCall({ id, code, language, at });
  return viewVerification({ id, e164: number, madeAt: at, expiresAt, triesLeft: TRIES });
}

/** What people rent here, or could, is nobody's from elsewhere. */
export async function refuseNumberOfHere(database: Database, e164: string): Promise<void> {
  if ((await accountOfNumber(database, e164)) !== null) throw numberOfSomebodyHere(e164);
  if (await isOffered(database, e164)) throw numberForRentHere(e164);
}

async function takeCode(tx: Transaction, limit: { key: string; most: number; at: Date }): Promise<void> {
  const { key, most, at } = limit;
  const waitSeconds = await takeFromRateLimit(tx, { key, most, windowSeconds: DAY_SECONDS }, at);
  if (waitSeconds > 0) throw tooManyCodes(waitSeconds);
}
