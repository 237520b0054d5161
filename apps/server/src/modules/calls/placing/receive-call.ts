import { ECHO_TEST, type IncomingAsk, micros, readCodeDial, readMenuDial, isGivenUp } from '@farline/contracts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { batched } from '../../../platform/concurrency/batching.ts';
import { onceFor } from '../../../platform/once-for.ts';
import { forwardStepsOf, judgeCaller, type KnowCaller } from '../../numbers/index.ts';
import { countryOfNumber, type RatedNumber, type Rating, readCarrierNumber } from '../../rating/index.ts';
import { type Routing, type Trunk, trunkAt } from '../../routing/index.ts';
import { menuWouldLoop } from '../menus/menu-would-loop.ts';
import { type CallRecord, isAnonymous } from '../record/call-record.ts';
import { type AnsweringDeps, answerForPeople, menuOf } from './answer-for-people.ts';
import { notAllowed, refuse, tooLate } from './call-decision.ts';
import { unplaced } from './initiate-call.ts';
import { findDoubt, type FindDoubtDeps } from './find-doubt.ts';
import { type AskedIncoming, type IncomingFacts, incomingFacts, type KnownIncoming } from './incoming-facts-store.ts';
import { isInviteKnown } from './invites-store.ts';
import { FORWARD_LOOP, type IncomingDecision, putThrough, type PutThroughDeps } from './put-through.ts';
import { receiveChoice } from './receive-choice.ts';
import { receiveCodeCall } from './receive-code-call.ts';

export type ReceiveDeps = PutThroughDeps &
  AnsweringDeps & {
    database: Database;
    clock: Clock;
    rating: Pick<Rating, 'rateNumber'>;
    routing: Routing;
    knowCaller: KnowCaller;
    namesOfNumbers: FindDoubtDeps['namesOfNumbers'];
  };

/** Of what a caller is called where that is no number. */
const LONGEST_TEXT = 64;

/**
 * Decides on an incoming call. Only a trunk may bring one, and only to a number of an open account. The call is recorded for that account, which
 * pays the number's per-minute price (usually nothing), and rings, forwards or is refused as the number's rule says. Missed and refused calls
 * appear in the history. A repeated INVITE creates no second call.
 */
export async function receiveCall(deps: ReceiveDeps, ask: IncomingAsk): Promise<IncomingDecision> {
  const now = deps.clock.now();
  if (isGivenUp(ask, now.getTime())) return tooLate;
  const verification = readCodeDial(ask.dialled);
  if (verification !== null) return await receiveCodeCall(deps, { ask, id: verification, now });
  const chosen = readMenuDial(ask.dialled);
  if (chosen !== null) return await receiveChoice(deps, { ask, chosen, now });
  const trunk = trunkAt(await deps.routing.trunks(), ask.source);
  const number = trunk === null ? null : readCarrierNumber(ask.dialled, trunk.country);
  if (trunk === null) return notAllowed;
  if (number === null) return (await isInviteKnown(deps.database, ask)) ? notAllowed : unallocated;
  const from = readCarrierNumber(ask.caller, trunk.country);
  const { sipCallId, fromTag } = ask;
  const { isKnown, called, caller } = await factsLine(deps)({ sipCallId, fromTag, number, caller: from });
  if (isKnown) return notAllowed;
  if (called === null) return unallocated;

  const { account, rule } = called;
  const call = await described(deps, { ...called, ask, number, from, known: caller, trunk, now });
  const who = { number: from, isAnonymous: isAnonymous(call), doubt: call.callerDoubt, known: caller };
  const outcome = await judgeCaller(deps, { accountId: account.id, rule, ...who, at: now });
  const mayGoOn = rule !== null && menuOf(rule, outcome) !== null && forwardStepsOf(rule).length > 0;
  const isLoop = mayGoOn && (await menuWouldLoop(deps.database, { call, ask, trunk }));
  return await putThrough(deps, {
    call,
    account,
    ask,
    trunk,
    mayGoOn,
    now,
    outcome: isLoop ? FORWARD_LOOP : outcome,
    answering: async () => await answerForPeople(deps, { call, rule, outcome, at: now }),
  });
}

const unallocated = refuse(404, 'Not Found', 'unallocated');

/** So many come at once at most. */
const MOST_AT_ONCE = 50;

/** What decides on a call, looked up together with that of those that come while others are looked up. */
const factsLine = onceFor((deps: ReceiveDeps) =>
  batched<AskedIncoming, IncomingFacts>({
    most: MOST_AT_ONCE,
    line: deps.waitingLines?.incoming,
    work: async (calls) => await incomingFacts(deps.database, calls, deps.knowCaller),
  }),
);

type Incoming = NonNullable<IncomingFacts['called']> & {
  ask: IncomingAsk;
  number: string;
  from: string | null;
  known: KnownIncoming;
  trunk: Trunk;
  now: Date;
};

/** The call as it is before anything became of it. */
async function described(deps: ReceiveDeps, incoming: Incoming): Promise<CallRecord> {
  const { ask, number, from, known, account, trunk, now } = incoming;
  const shown = { accountId: account.id, from, called: number, trunk, verstat: ask.verstat, known };
  const callerDoubt = await findDoubt(deps, shown);
  return {
    id: newId(now),
    accountId: account.id,
    payerWalletId: account.walletId,
    paidBy: 'money',
    isPractice: trunk.kind === 'sandbox',
    placer: { kind: 'telephone', id: null, userId: null },
    mostMicros: null,
    direction: 'inbound',
    from,
    fromText: from === null && ask.caller !== '' ? ask.caller.slice(0, LONGEST_TEXT) : null,
    isNumberWithheld: ask.privacy === 'id',
    to: number,
    rated: ratedAs(deps, incoming),
    allowance: null,
    initiatedAt: now,
    progress: { state: 'initiated' },
    ...unplaced,
    callerDoubt,
  };
}

const BY_THE_SECOND = { connectionMicros: micros(0n), minimumSeconds: 0, firstSeconds: 1, nextSeconds: 1 };

/** Who is called pays what their number costs a minute, by the second. What stands for the destination is where the caller is. */
function ratedAs(deps: ReceiveDeps, { from, number, account: { rateTable }, perMinuteMicros }: Incoming): RatedNumber {
  const free = deps.rating.rateNumber(ECHO_TEST, rateTable);
  if (!free.allowed) throw new Error('the echo test is always priced');
  const caller = from === null ? null : deps.rating.rateNumber(from, rateTable);
  const destination =
    caller?.allowed === true
      ? caller.rated.destination
      : {
          prefix: '',
          countryCode: from === null ? null : countryOfNumber(from),
          kind: 'voip' as const,
          operator: null,
        };
  const terms = { ...free.rated.terms, ...BY_THE_SECOND, perMinuteMicros };
  return { ...free.rated, number, destination, rateId: null, terms };
}
