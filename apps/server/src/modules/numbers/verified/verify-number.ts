import {
  type CodeWay,
  formatDecimal,
  type Micros,
  type Money,
  parseDecimal,
  type Verification,
  type RateTerms,
  type VerificationPrice,
} from '@farline/contracts';
import type { Clock } from '../../../platform/clock.ts';
import { type Database, inTransaction, type Transaction } from '../../../platform/database.ts';
import { newWork, type Work } from '../../../platform/work.ts';
import { takeFromRateLimit } from '../../../platform/rate-limits/rate-limits.ts';
import { findAccount, lockAccount, recordAuditEvent } from '../../accounts/index.ts';
import {
  inWords,
  numberForRentHere,
  numberOfSomebodyHere,
  tooManyCodes,
  tooManyVerified,
  verificationMoreExpensive,
  verificationTextMoreExpensive,
} from '../record/number-problems.ts';
import { accountOfNumber } from '../record/numbers-store.ts';
import { viewVerification } from '../record/number-view.ts';
import { codeText } from './code-text.ts';
import { CODE_COUNTS_MS, hashOfCode, newCode, writtenCode } from './verification-code.ts';
import {
  findVerification,
  insertVerification,
  isOffered,
  type NewVerification,
  verifiedOf,
} from '../record/verified-store.ts';

/** A number as typed, and whose call it would be. */
export type TypedOwnNumber = { accountId: string; number: string; defaultCountry: string | undefined };

/** What a call costs that says a code. Throws the `Problem` that says why none can be placed there. */
export type PriceCodeCall = (wanted: TypedOwnNumber) => Promise<PricedCodeCall>;
export type PricedCodeCall = {
  price: { number: string; terms: RateTerms };
  mostMicros: Micros;
  currency: string;
};

/** Has a telephone called, and a code said there, in the language of an account. */
export type OrderCodeCall = (order: { id: string; code: string; language: string; at: Date }) => Promise<void>;

/** Texts with codes, which messages send. */
export type CodeTexts = {
  price: (
    wanted: TypedOwnNumber & { text: string },
  ) => Promise<{ number: string; perSegment: Money; mostMicros: Micros; currency: string }>;
  send: (order: {
    accountId: string;
    userId: string;
    to: string;
    text: string;
    codeOf: string;
    perSegment: Money;
    note: (tx: Transaction, messageId: string) => Promise<void>;
  }) => Promise<void>;
};

export type VerifyNumberDeps = {
  database: Database;
  clock: Clock;
  priceCodeCall: PriceCodeCall;
  orderCodeCall: OrderCodeCall;
  codeTexts: CodeTexts;
  /** What codes are hashed with. */
  secret: string;
};

const TRIES = 5;
const DAY_SECONDS = 24 * 60 * 60;
/** Far more than anybody owns. */
const MOST_VERIFIED = 20;
/** Of an account, whatever it calls; and of a telephone, whoever asks: nobody is rung up all day. */
const CODES_A_DAY = 5;
const CODES_A_DAY_TO_A_NUMBER = 3;

/**
 * Has a number called that somebody has elsewhere, and a code said there, or written to it, at no more than the price that was shown. Refuses what
 * has a place in this house already, and what cannot be reached; each account and each telephone get a few codes a day, whichever way. One that
 * its work has begun is given as it is: nobody is called or written to twice.
 */
export async function verifyNumber(
  deps: VerifyNumberDeps,
  wanted: TypedOwnNumber & { userId: string; most: string; by: CodeWay },
  { id, mayBeDone }: Work = newWork(deps.clock),
): Promise<Verification> {
  const { accountId, userId, by } = wanted;
  const begun = mayBeDone ? await findVerification(deps.database, { id, accountId }) : null;
  if (begun !== null) return viewVerification(begun);
  const priced = await priceCode(deps, wanted);
  const { number, mostMicros, currency } = priced;
  await refuseNumberOfHere(deps.database, number);
  if (mostMicros > (parseDecimal(wanted.most) ?? 0n)) {
    const moreExpensive = by === 'call' ? verificationMoreExpensive : verificationTextMoreExpensive;
    throw moreExpensive(inWords(mostMicros, currency));
  }
  const at = deps.clock.now();
  const made = { id, accountId, userId, e164: number, mostMicros, at };
  const messageId = priced.by === 'text' ? await textCode(deps, made, priced) : await callWithCode(deps, made);
  return viewVerification({ id: made.id, e164: number, messageId, madeAt: at, expiresAt: endOf(at), triesLeft: TRIES });
}

type Made = Pick<NewVerification, 'id' | 'accountId' | 'userId' | 'e164' | 'mostMicros' | 'at'>;

/** Orders the call, once it is written down. */
async function callWithCode(deps: VerifyNumberDeps, made: Made): Promise<null> {
  const code = newCode();
  const language = await inTransaction(deps.database, async (tx) => {
    const account = await lockAccount(tx, made.accountId);
    if (account === null) throw new Error(`there is no account ${made.accountId}`);
    await writeDown(deps, tx, { ...made, code, messageId: null });
    return account.language;
  });
  await deps.orderCodeCall({ id: made.id, code, language, at: made.at });
  return null;
}

/** Writes the text down and the verification with it. */
async function textCode(
  deps: VerifyNumberDeps,
  made: Made,
  { text, perSegment }: { text: string; perSegment: Money },
): Promise<string> {
  const { id, accountId, userId, e164: to } = made;
  let messageId: string | null = null;
  await deps.codeTexts.send({
    accountId,
    userId,
    to,
    text,
    codeOf: id,
    perSegment,
    // Whoever sends has the lock of the wallet: that of the account comes before it, so it is not taken here.
    note: async (tx, message) => {
      messageId = message;
      await writeDown(deps, tx, { ...made, code: writtenCode(deps.secret, id), messageId: message });
    },
  });
  if (messageId === null) throw new Error('a text without a message');
  return messageId;
}

/** With what it costs of the day's codes or not at all: what reaches nobody uses up nothing. */
async function writeDown(
  { secret }: VerifyNumberDeps,
  tx: Transaction,
  { code, ...made }: Made & { code: string; messageId: string | null },
): Promise<void> {
  const { id, accountId, userId, e164: number, mostMicros, messageId, at } = made;
  const others = (await verifiedOf(tx, accountId, at)).filter(({ e164 }) => e164 !== number);
  if (others.length >= MOST_VERIFIED) throw tooManyVerified(MOST_VERIFIED);
  await takeCode(tx, { key: `codes-to-number:${number}`, most: CODES_A_DAY_TO_A_NUMBER, at });
  await takeCode(tx, { key: `codes-of-account:${accountId}`, most: CODES_A_DAY, at });
  const codeHash = hashOfCode(secret, { id, code });
  await insertVerification(tx, { ...made, codeHash, tries: TRIES, expiresAt: endOf(at) });
  const action = messageId === null ? 'number.verification_called' : 'number.verification_texted';
  await recordAuditEvent(tx, {
    at,
    actor: `user:${userId}`,
    action,
    accountId,
    subject: id,
    after: { number, most: formatDecimal(mostMicros) },
  });
}

const endOf = (at: Date): Date => new Date(at.getTime() + CODE_COUNTS_MS);

type Priced = { number: string; terms: VerificationPrice['terms']; mostMicros: Micros; currency: string } & (
  | { by: 'call' }
  | { by: 'text'; text: string; perSegment: Money }
);

/** What a code costs that is said or written to a number. Throws the `Problem` that says why it cannot be. */
export async function priceCode(
  deps: Pick<VerifyNumberDeps, 'database' | 'priceCodeCall' | 'codeTexts'>,
  { by, ...wanted }: TypedOwnNumber & { by: CodeWay },
): Promise<Priced> {
  if (by === 'call') {
    const { price, ...rest } = await deps.priceCodeCall(wanted);
    return { by, ...price, ...rest };
  }
  const account = await findAccount(deps.database, wanted.accountId);
  const text = codeText(account?.language ?? 'en');
  return { by, text, terms: null, ...(await deps.codeTexts.price({ ...wanted, text })) };
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
