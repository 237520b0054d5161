import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { type Account, findAccount } from '../accounts/index.ts';
import { availableMicros, findWallet } from '../ledger/index.ts';
import { isNumberOf, numbersOf } from '../numbers/index.ts';
import { isFree, longestAffordable, priceCall, type Rating } from '../rating/index.ts';
import { chooseTrunks, type Routing } from '../routing/index.ts';
import { type CallRecord, nothingDue } from './call-record.ts';
import { accountClosed, callerIdNotAllowed, noRoute, outOfCredit } from './calls-problems.ts';
import { insertCall } from './calls-store.ts';

export type InitiateDeps = {
  database: Database;
  clock: Clock;
  rating: Pick<Rating, 'rateTyped'>;
  routing: Routing;
};

/** How long the INVITE may take to come after `initiate`. */
export const PLACEABLE_MS = 60_000;

export type Initiated = {
  call: CallRecord;
  /** How long the whole available balance would last; null for a free call. */
  talkSeconds: number | null;
  validUntil: Date;
};

/**
 * Writes down the wish to call, with its price, and takes no hold. Refuses numbers that cannot be dialled, a caller id
 * of somebody else, a closed account, and a balance that does not pay the first increment.
 */
export async function initiateCall(
  deps: InitiateDeps,
  wish: {
    accountId: string;
    userId: string;
    to: string;
    from: string | undefined;
    defaultCountry: string | undefined;
  },
): Promise<Initiated> {
  const account = await findAccount(deps.database, wish.accountId);
  if (account === null || account.state === 'closed') throw accountClosed();
  const rated = deps.rating.rateTyped({
    typed: wish.to,
    rateTable: account.rateTable,
    ...(wish.defaultCountry === undefined ? {} : { defaultCountry: wish.defaultCountry }),
  });
  const from = await callerId(deps.database, account, wish.from);
  const trunks = chooseTrunks(await deps.routing.trunks(), { number: rated.number, standing: account.state });
  if (trunks.length === 0) throw noRoute();
  const wallet = await findWallet(deps.database, account.walletId);
  if (wallet === null) throw new Error(`account ${account.id} has no wallet`);
  const available = availableMicros(wallet);
  if (!isFree(rated.terms) && available < priceCall(rated.terms, 1)) throw outOfCredit();

  const now = deps.clock.now();
  const call: CallRecord = {
    id: newId(now),
    accountId: account.id,
    userId: wish.userId,
    payerWalletId: account.walletId,
    from,
    to: rated.number,
    rated,
    initiatedAt: now,
    progress: { state: 'initiated' },
    ...unplaced,
  };
  await insertCall(deps.database, call);
  return {
    call,
    talkSeconds: longestAffordable(rated.terms, available),
    validUntil: new Date(now.getTime() + PLACEABLE_MS),
  };
}

/** The number that the far side sees: the one asked for if it is the account's, else the account's first; null: none. */
async function callerId(database: Database, account: Account, asked: string | undefined): Promise<string | null> {
  if (asked === undefined || asked === '') return (await numbersOf(database, account.id))[0] ?? null;
  const e164 = asked.replace(/[\s().-]/g, '');
  if (!(await isNumberOf(database, { accountId: account.id, e164 }))) throw callerIdNotAllowed();
  return e164;
}

const unplaced = {
  quoteId: null,
  charge: null,
  holdId: null,
  grantedSeconds: null,
  isEndKnown: false,
  connection: null,
  connectionClosedAt: null,
  sipCallId: null,
  fromTag: null,
  toTag: null,
  trunk: null,
  attempts: '',
  due: nothingDue,
  decidedEnd: null,
  callerHeardAt: null,
  calleeHeardAt: null,
  missingSince: null,
  lastListedAt: null,
} satisfies Partial<CallRecord>;
