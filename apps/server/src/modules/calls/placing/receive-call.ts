import {
  ECHO_TEST,
  type IncomingAsk,
  type Micros,
  micros,
  type NumberRule,
  readCodeDial,
  readMenuDial,
  isGivenUp,
} from '@farline/contracts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { type Account, findAccount } from '../../accounts/index.ts';
import { forwardStepsOf, judgeCaller, type KnowCaller, numberCalled } from '../../numbers/index.ts';
import { countryOfNumber, type RatedNumber, type Rating, readCarrierNumber } from '../../rating/index.ts';
import { type Routing, type Trunk, trunkAt } from '../../routing/index.ts';
import { menuGoesRound } from '../menus/menu-goes-round.ts';
import { type CallRecord, isAnonymous } from '../record/call-record.ts';
import { insertCall } from '../record/calls-store.ts';
import { type AnsweringDeps, answerForPeople, menuOf } from './answer-for-people.ts';
import { notAllowed, refuse, tooLate } from './call-decision.ts';
import { unplaced } from './initiate-call.ts';
import { findDoubt, type FindDoubtDeps } from './find-doubt.ts';
import { isInviteKnown } from './invites-store.ts';
import { GOES_ROUND, type IncomingDecision, putThrough, type PutThroughDeps } from './put-through.ts';
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
 * Decides on a call that comes in: only a trunk may bring one, and only to a number of an open account. It is written down
 * as that account's, which pays what the number costs a minute, mostly nothing, and rings what the number's rule says: SIP phones, and
 * the browsers of the users who are signed in; with none of it registered, or no money for it, the engine says that nobody is there, and
 * the call that was missed stands in the history, or the call goes on to another telephone. What the rule refuses stands there too. The same INVITE makes no second call.
 */
export async function receiveCall(given: ReceiveDeps, ask: IncomingAsk): Promise<IncomingDecision> {
  const deps = { ...given, knowCaller: askedOnce(given.knowCaller) };
  const now = deps.clock.now();
  if (isGivenUp(ask, now.getTime())) return tooLate;
  const verification = readCodeDial(ask.dialled);
  if (verification !== null) return await receiveCodeCall(deps, { ask, id: verification, now });
  const chosen = readMenuDial(ask.dialled);
  if (chosen !== null) return await receiveChoice(deps, { ask, chosen, now });
  const trunk = trunkAt(await deps.routing.trunks(), ask.source);
  if (trunk === null || (await isInviteKnown(deps.database, ask))) return notAllowed;
  const number = readCarrierNumber(ask.dialled, trunk.country);
  const called = number === null ? null : await whoIsCalled(deps.database, number);
  if (number === null || called === null) return refuse(404, 'Not Found', 'unallocated');

  const { account, rule } = called;
  const call = await writeDown(deps, { ...called, ask, number, trunk, now });
  const who = { number: call.from, isAnonymous: isAnonymous(call), doubt: call.callerDoubt };
  const outcome = await judgeCaller(deps, { accountId: account.id, rule, ...who, at: now });
  const mayGoOn = rule !== null && menuOf(rule, outcome) !== null && forwardStepsOf(rule).length > 0;
  const isRound = mayGoOn && (await menuGoesRound(deps.database, { call, ask, trunk }));
  return await putThrough(deps, {
    call,
    account,
    ask,
    trunk,
    mayGoOn,
    now,
    outcome: isRound ? GOES_ROUND : outcome,
    answering: async () => await answerForPeople(deps, { call, rule, outcome, at: now }),
  });
}

/** What is known of the one caller, asked for at most once. */
function askedOnce(knowCaller: KnowCaller): KnowCaller {
  let known: ReturnType<KnowCaller> | undefined;
  return async (db, caller) => await (known ??= knowCaller(db, caller));
}

type Called = { account: Account; rule: NumberRule | null; perMinuteMicros: Micros };

async function whoIsCalled(database: Database, number: string): Promise<Called | null> {
  const called = await numberCalled(database, number);
  const account = called === null ? null : await findAccount(database, called.accountId);
  return called === null || account === null || account.state === 'closed' ? null : { ...called, account };
}

type Incoming = Called & { ask: IncomingAsk; number: string; trunk: Trunk; now: Date };

async function writeDown(deps: ReceiveDeps, incoming: Incoming): Promise<CallRecord> {
  const { ask, number, account, trunk, now } = incoming;
  const from = readCarrierNumber(ask.caller, trunk.country);
  const shown = { accountId: account.id, from, called: number, trunk, verstat: ask.verstat };
  const callerDoubt = await findDoubt(deps, shown);
  const call: CallRecord = {
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
    rated: ratedAs(deps, { ...incoming, from }),
    allowance: null,
    initiatedAt: now,
    progress: { state: 'initiated' },
    ...unplaced,
    callerDoubt,
  };
  await insertCall(deps.database, call);
  return call;
}

const BY_THE_SECOND = { connectionMicros: micros(0n), minimumSeconds: 0, firstSeconds: 1, nextSeconds: 1 };

/** Who is called pays what their number costs a minute, by the second. What stands for the destination is where the caller is. */
function ratedAs(
  deps: ReceiveDeps,
  { from, number, account: { rateTable }, perMinuteMicros }: Incoming & { from: string | null },
): RatedNumber {
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
