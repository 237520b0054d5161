import { microsOfSeconds, type CoveredHold } from '../../ledger/index.ts';
import { newId } from '../../../platform/ids.ts';
import type { Problem } from '../../../platform/problems.ts';
import type { CallLimits, Claim, ClaimedMore } from '../../limits/index.ts';
import { ANY_CODE, withCode } from '../record/hidden-code.ts';
import type { MessageRecord } from '../record/message-record.ts';
import { micros } from '@farline/contracts';
import { limitReached, outOfCredit } from '../record/messages-problems.ts';
import type { PaidFor } from './lock-payers.ts';
import type { AskedNow, FreeAnswers, SenderNow } from './senders-now-store.ts';
import { abuseOf, EXPENSIVE_MICROS } from './stop-abuse.ts';

/** A message that may be sent: as it is saved, with what is set aside for it, and how that counts against the spending limits. */
export type ToSave = { message: MessageRecord; holds: CoveredHold[]; claim: ClaimedMore };

/** A keyword is answered once. */
export class AlreadyAnswered extends Error {}

/** What is to be known of who sends this before it is judged. */
export function askedOf({ one: { id, request, planned } }: PaidFor): AskedNow {
  const { accountId, spender: userId, answers = null } = request;
  const { sender, isPractice, rated } = planned;
  const from = { number: sender.number, isPractice };
  return { id, accountId, userId, answers, ...from, peer: rated.number, destination: destinationOf(planned) };
}

function destinationOf({ rated: { destination } }: PaidFor['one']['planned']) {
  const { countryCode, kind } = destination;
  return countryCode === null ? null : { countryCode, kind };
}

/** As many answers that nobody pays go to one person: one to each word. */
export const FREE_TO_PERSON = 3;
/** And from one account in a day: whoever has words sent to it, and no money, spends the operator's. */
export const FREE_IN_DAY = 20;
/** And from all accounts together, practice left out, besides those that are written at the same moment: what the operator loses in a day at most. */
export const FREE_BY_ALL_IN_DAY = 1_000;

/**
 * Whether a message may be sent as things are now: within the limits, paid for, and no abuse. Who writes STOP, START or HELP to an account that wrote
 * to them has a right to an answer: where its money doesn't suffice it goes out at no price, which is the operator's loss, and seldom.
 */
export function judgeSending(
  limits: Pick<CallLimits, 'judgeMessage'>,
  paidFor: PaidFor,
  when: { at: Date; now: SenderNow },
): ToSave | Problem | AlreadyAnswered {
  const { isAnswered, freeAnswers } = when.now;
  if (isAnswered) return new AlreadyAnswered();
  const judged = judgePriced(limits, paidFor, when);
  if (!('code' in judged) || !mayBeFree(paidFor, freeAnswers)) return judged;
  return judgePriced(limits, free(paidFor), when);
}

/** Whoever has the money is never given the answer for nothing: a spending limit is chosen, and could be chosen low to have every answer free. */
function mayBeFree({ one, availableMicros, costMicros }: PaidFor, answers: FreeAnswers | null): boolean {
  if (answers === null || availableMicros >= costMicros) return false;
  if (!answers.isWrittenTo || one.planned.rate.perSegmentMicros >= EXPENSIVE_MICROS) return false;
  const { toPerson, inDay, byAllInDay } = answers;
  return (
    toPerson < FREE_TO_PERSON && inDay < FREE_IN_DAY && (one.planned.isPractice || byAllInDay < FREE_BY_ALL_IN_DAY)
  );
}

/** The same at no price: there is nothing to hold, and nothing will be charged. */
function free({ one, ...paidFor }: PaidFor): PaidFor {
  const { planned } = one;
  const rate = { ...planned.rate, perSegmentMicros: micros(0n) };
  return {
    ...paidFor,
    one: { ...one, planned: { ...planned, rate } },
    includedSegments: 0,
    costMicros: micros(0n),
    paidBy: 'money',
    walletId: planned.sender.walletId,
    // What is owed doesn't matter to it.
    availableMicros: micros(0n),
  };
}

function judgePriced(
  limits: Pick<CallLimits, 'judgeMessage'>,
  paidFor: PaidFor,
  { at, now }: { at: Date; now: SenderNow },
): ToSave | Problem {
  const { one, costMicros } = paidFor;
  const { id, request, planned } = one;
  const judgement = limits.judgeMessage(now.usage, {
    causeId: id,
    accountId: request.accountId,
    userId: request.spender,
    now: at,
    destination: destinationOf(planned),
    countryCode: planned.rated.destination.countryCode,
    costMicros,
    isClosed: planned.isClosed,
    timeZone: planned.sender.timeZone,
  });
  if (!judgement.allowed) {
    const { limit } = judgement.stop;
    return limitReached(limit === 'day' || limit === 'hour' || limit === 'new_countries' ? limit : 'destination');
  }
  if (paidFor.availableMicros < costMicros) return outOfCredit();
  const problem = abuseOf({
    text: request.codeOf === undefined ? request.text : withCode(request.text, ANY_CODE),
    accountState: planned.sender.state,
    isFirst: planned.conversation.isFirst,
    answersKeyword: request.answers !== undefined,
    perSegmentMicros: planned.rate.perSegmentMicros,
    sent: now.sent,
  });
  return problem ?? toSave(paidFor, judgement.claim, at);
}

function toSave({ one, includedSegments, costMicros, paidBy, walletId }: PaidFor, claim: Claim, at: Date): ToSave {
  const { id, request, planned } = one;
  const { sender, segments, rate } = planned;
  const plan: CoveredHold[] =
    sender.allowance === null || includedSegments === 0
      ? []
      : [
          {
            holdId: newId(at),
            walletId: sender.allowance.walletId,
            amountMicros: microsOfSeconds(includedSegments),
            cause: { type: 'message_allowance', id },
          },
        ];
  const money: CoveredHold[] =
    costMicros === 0n
      ? []
      : [{ holdId: newId(at), walletId, amountMicros: costMicros, cause: { type: 'message', id } }];
  const message: MessageRecord = {
    id,
    accountId: request.accountId,
    userId: request.userId,
    number: sender.number,
    peer: planned.rated.number,
    text: request.text,
    encoding: segments.encoding,
    segments: segments.parts.length,
    state: 'queued',
    reason: null,
    isPractice: planned.isPractice,
    createdAt: at,
    sentAt: null,
    endedAt: null,
    refusedBy: [],
    tries: 0,
    answers: request.answers ?? null,
    broadcastId: request.broadcastId ?? null,
    codeOf: request.codeOf ?? null,
    paid: {
      ...rate,
      paidBy,
      payerWalletId: walletId,
      holdId: money[0]?.holdId ?? null,
      allowanceHoldId: plan[0]?.holdId ?? null,
      includedSegments,
      chargedMicros: null,
      returnedMicros: micros(0n),
      returnedIncluded: 0,
    },
  };
  return { message, holds: [...plan, ...money], claim: claim.claimed(costMicros) };
}
