import { numberAsked } from '../../numbers/index.ts';
import { ECHO_TEST, type Micros, OWN_VOICEMAIL, type RateTerms } from '@farline/contracts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { emailUnconfirmed } from '../../accounts/index.ts';
import { isDearer, isFree, longestSplit, priceCall, type Rating } from '../../rating/index.ts';
import { isPractice, type Routing, trunksFor } from '../../routing/index.ts';
import { allowanceFor } from '../money/call-allowance.ts';
import { type CallRecord, nothingDue } from '../record/call-record.ts';
import {
  accountClosed,
  callerIdNotAllowed,
  noRoute,
  outOfCredit,
  paymentOwed,
  priceChanged,
} from '../record/calls-problems.ts';
import { insertWithOthers } from '../record/record-with-others.ts';
import { findPayer, payingWallet } from '../money/payer-store.ts';
import { rateOpened } from '../money/rate-opened.ts';
import type { Placer } from '../record/placer.ts';
import { usualSettings } from '../record/settings.ts';

export type InitiateDeps = {
  database: Database;
  clock: Clock;
  rating: Pick<Rating, 'rateTyped' | 'lookUp' | 'groupOf'>;
  routing: Routing;
};

/** How long the INVITE may take to come after `initiate`. */
export const PLACEABLE_MS = 60_000;

export type Initiated = {
  call: CallRecord;
  /** How long the allowance and the whole available balance would last; null for a free call. */
  talkSeconds: number | null;
  /** What is free of the plan's minutes for this destination; null: none are included. */
  included: { group: string; seconds: number } | null;
  validUntil: Date;
};

/** Who calls whom, and how. */
type CallRequest = {
  accountId: string;
  placer: Placer;
  to: string;
  from: string | undefined;
  defaultCountry: string | undefined;
  /** What whoever asks was shown for it; they were shown nothing without. */
  shownTerms?: RateTerms | undefined;
  /** Who is called shall not see the number. */
  isNumberWithheld?: boolean;
  /** What it may cost at most; nothing is said without. */
  mostMicros?: Micros | null;
  /** Whoever places it hears it: only then it may be one's own voicemail. */
  isHeardByPlacer?: boolean;
  /** Nobody but the echo test may be called: the mail address is unconfirmed. */
  isEchoOnly?: boolean;
};

/**
 * Writes down the request for a call, with its price, and takes no hold. Refuses numbers that cannot be dialled, a caller id
 * of somebody else, whoever has no confirmed mail address, a closed account, a price above the one that was shown, and a balance that does not
 * pay the first increment.
 */
export async function initiateCall(deps: InitiateDeps, request: CallRequest): Promise<Initiated> {
  const asked = numberAsked(request.from);
  const now = deps.clock.now();
  const payer = await findPayer(deps.database, { accountId: request.accountId, callerId: asked, at: now });
  if (payer === null || payer.state === 'closed') throw accountClosed();
  const typed = { typed: request.to, rateTable: payer.rateTable, defaultCountry: request.defaultCountry };
  const rated = await rateOpened(deps, request.accountId, typed);
  if (request.isEchoOnly === true && rated.number !== ECHO_TEST) throw emailUnconfirmed();
  if (request.shownTerms !== undefined && isDearer(rated.terms, request.shownTerms)) throw priceChanged();
  if (asked !== null && payer.callerId === null) throw callerIdNotAllowed();
  const trunks = trunksFor(await deps.routing.trunks(), { number: rated.number, accountState: payer.state });
  const needsTrunk = rated.number !== OWN_VOICEMAIL || request.isHeardByPlacer !== true;
  if (trunks.length === 0 && needsTrunk) throw noRoute();
  const paying = payingWallet(payer, { isPractice: isPractice(trunks), terms: rated.terms });
  const available = paying.availableMicros;
  // Nor practice: a gift of the house is not for whoever owes it money.
  if (!isFree(rated.terms) && payer.owes) throw paymentOwed();
  const included = isFree(rated.terms) ? null : allowanceFor(deps.rating, rated, payer.allowances);
  const includedSeconds = included?.availableSeconds ?? 0;
  const isPaid = isFree(rated.terms) || available >= priceCall(rated.terms, 1);
  if (!isPaid && includedSeconds < usualSettings.leastSharedSeconds) throw outOfCredit();

  const call: CallRecord = {
    id: newId(now),
    accountId: request.accountId,
    payerWalletId: paying.walletId,
    paidBy: paying.paidBy,
    isPractice: isPractice(trunks),
    placer: request.placer,
    mostMicros: request.mostMicros ?? null,
    direction: 'outbound',
    from: payer.callerId,
    fromText: null,
    isNumberWithheld: request.isNumberWithheld ?? false,
    to: rated.number,
    rated,
    allowance: included?.allowance ?? null,
    initiatedAt: now,
    progress: { state: 'initiated' },
    ...unplaced,
  };
  await insertWithOthers(deps.database, call);
  return {
    call,
    talkSeconds: longestSplit(rated.terms, { includedSeconds, amount: available }),
    included: included === null ? null : { group: included.allowance.group, seconds: includedSeconds },
    validUntil: new Date(now.getTime() + PLACEABLE_MS),
  };
}

/** What a call does not have until it is allowed. */
export const unplaced = {
  callerDoubt: null,
  quoteId: null,
  charge: null,
  holdId: null,
  grantedSeconds: null,
  isEndKnown: false,
  endBecause: null,
  connection: null,
  connectionClosedAt: null,
  sipCallId: null,
  permission: null,
  fromTag: null,
  toTag: null,
  trunk: null,
  attempts: '',
  due: nothingDue,
  decidedEnd: null,
  lostSound: null,
  forgivenSeconds: 0,
  callerHeardAt: null,
  calleeHeardAt: null,
  callerPacketsTaken: null,
  calleePacketsTaken: null,
  missingSince: null,
  lastListedAt: null,
} satisfies Partial<CallRecord>;
