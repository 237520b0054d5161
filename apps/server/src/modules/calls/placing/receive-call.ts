import {
  type CallRefused,
  type CallRings,
  ECHO_TEST,
  type IncomingAsk,
  type IncomingOutcome,
  type Micros,
  micros,
  type NumberRule,
  type VoicemailGreeting,
} from '@farline/contracts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Executor } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { type Account, findAccount, signedInUsers } from '../../accounts/index.ts';
import { judgeCaller, type KnowCaller, numberCalled } from '../../numbers/index.ts';
import { ringingPhones } from '../../phones/index.ts';
import { countryOfNumber, isFree, type RatedNumber, type Rating, readCarrierNumber } from '../../rating/index.ts';
import { type Routing, type Trunk, trunkAt } from '../../routing/index.ts';
import { type AnswerAddress, isStale, notAllowed, refuse, tooLate } from './call-decision.ts';
import type { CallRecord } from '../record/call-record.ts';
import { insertCall } from '../record/calls-store.ts';
import { type BeginIncomingDeps, beginIncoming, broughtBy } from './begin-incoming.ts';
import { unplaced } from './initiate-call.ts';
import { isInviteKnown } from './invites-store.ts';
import { goesRound, offerForward, wantedForward } from '../forwarding/offer-forward.ts';
import { sipCredentials } from './sip-credentials.ts';
import { turnAway } from './turn-away.ts';

export type ReceiveDeps = BeginIncomingDeps & {
  clock: Clock;
  rating: Pick<Rating, 'rateNumber'>;
  routing: Routing;
  knowCaller: KnowCaller;
  /** What the attendant is told to do with a call that reaches an account's voicemail. */
  takeMessage: TakeMessage;
  sip: { secret: string };
};
/** What the attendant is to do with a call that nobody takes; empty: it does not answer. */
export type TakeMessage = (
  db: Executor,
  call: { accountId: string; greeting: VoicemailGreeting; isPaid: boolean },
) => Promise<string>;
/** In the words of the engine's answer. */
export type IncomingDecision = (Omit<CallRings, AnswerAddress> | Omit<CallRefused, AnswerAddress>) & { call?: string };

/** How long a number rings before its voicemail takes the call. */
const VOICEMAIL_AFTER_MS = 25_000;
const LONGEST_MS = Number.MAX_SAFE_INTEGER;
const GOES_ROUND = { is: 'refused', because: 'forward_loop', as: 'nobody' } as const;

/** Of what a caller is called where that is no number. */
const LONGEST_TEXT = 64;

/**
 * Decides on a call that comes in: only a trunk may bring one, and only to a number of an open account. It is written down
 * as that account's, which pays what the number costs a minute, mostly nothing, and rings what the number's rule says: SIP phones, and
 * the browsers of the users who are signed in; with none of it registered, or no money for it, the engine says that nobody is there, and
 * the call that was missed stands in the history, or the call goes on to another telephone. What the rule refuses stands there too. The same INVITE makes no second call.
 */
export async function receiveCall(deps: ReceiveDeps, ask: IncomingAsk): Promise<IncomingDecision> {
  const now = deps.clock.now();
  if (isStale(ask, now)) return tooLate;
  const trunk = trunkAt(await deps.routing.trunks(), ask.source);
  if (trunk === null || (await isInviteKnown(deps.database, ask))) return notAllowed;
  const number = readCarrierNumber(ask.dialled, trunk.country);
  const called = number === null ? null : await whoIsCalled(deps.database, number);
  if (number === null || called === null) return refuse(404, 'Not Found', 'unallocated');

  const { account, rule } = called;
  const call = await writeDown(deps, { ...called, ask, number, trunk, now });
  const isAnonymous = ask.caller === '';
  const outcome = await judgeCaller(deps, { accountId: account.id, rule, number: call.from, isAnonymous, at: now });
  const wanted = wantedForward(outcome);
  const forward =
    wanted !== null && (await goesRound(deps.database, { call, ask, trunk, to: wanted.to })) ? null : wanted;
  if (outcome.is === 'refused' || (outcome.is === 'forwarded' && forward === null)) {
    const refused = outcome.is === 'refused' ? outcome : GOES_ROUND;
    return await turnAway(deps.database, { call: broughtBy(call, { ask, trunk }), outcome: refused, at: now });
  }
  const begun = await beginIncoming(deps, { call, account, ask, trunk, goesOn: forward !== null, now });
  // Who calls is not told how it stands with somebody's money: the engine passes the reason on.
  if ('refusal' in begun) return { ...refuse(480, 'Nobody Is There', 'unavailable'), call: call.id };
  const { phones, users } = await whoRings(deps.database, account, outcome, now);
  const task = await taskOf(deps, { call, account, rule, outcome });
  const ringingMs = Math.min(
    deps.settings.ringingMs,
    forward?.ringingMs ?? (task === '' ? LONGEST_MS : VOICEMAIL_AFTER_MS),
  );
  return {
    decision: 'ring',
    call: call.id,
    callerId: call.from ?? call.fromText ?? '',
    grantedSeconds: begun.call.grantedSeconds,
    firstSignMs: deps.settings.firstSignMs,
    // A PBX may look for somebody for as long as it would ring.
    tryingMs: forward === null ? deps.settings.ringingMs : ringingMs,
    ringingMs,
    trunk: trunk.name,
    phones: phones.join('|'),
    users: users.join('|'),
    task,
    ...(forward === null ? {} : await forwardWords(deps, { call, forward, now })),
  };
}

type Placed = Exclude<IncomingOutcome, { is: 'refused' }>;

async function whoRings(database: Database, { id: accountId }: Account, outcome: Placed, now: Date) {
  if (outcome.is !== 'rings') return { phones: [], users: [] };
  const phones = await ringingPhones(database, { accountId, phones: outcome.phones });
  const users = outcome.browsers ? await signedInUsers(database, accountId, now) : [];
  return { phones, users };
}

/** What becomes of the call where nobody takes it; empty: who calls is told that nobody is there. */
async function taskOf(
  deps: Pick<ReceiveDeps, 'database' | 'takeMessage'>,
  given: { call: CallRecord; account: Account; rule: NumberRule | null; outcome: Placed },
): Promise<string> {
  const { call, account, rule, outcome } = given;
  if (rule === null || (outcome.is !== 'voicemail' && rule.unanswered.do === 'nobody')) return '';
  return await deps.takeMessage(deps.database, {
    accountId: account.id,
    greeting: rule.voicemail,
    isPaid: !isFree(call.rated.terms),
  });
}

/** What lets the call bridge place the call that goes on. */
async function forwardWords(deps: ReceiveDeps, offered: Parameters<typeof offerForward>[1]) {
  const { user, words } = await offerForward(deps, offered);
  const { username, password } = sipCredentials(user, deps.sip.secret, offered.now);
  return { ...words, forwardUser: username, forwardPassword: password };
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
