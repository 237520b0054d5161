import {
  type CallRefused,
  type CallRings,
  type IncomingAsk,
  type IncomingOutcome,
  isPossiblyForged,
} from '@farline/contracts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import type { Log } from '../../../platform/log.ts';
import { ringsForMs } from '../../numbers/index.ts';
import { batched } from '../../../platform/concurrency/batching.ts';
import { onceFor } from '../../../platform/once-for.ts';
import { type PushToPhones, type RingingPhone, ringingPhones, wakePhones } from '../../phones/index.ts';
import type { Trunk } from '../../routing/index.ts';
import type { CallRecord } from '../record/call-record.ts';
import { lastTalks } from '../record/last-talks-store.ts';
import { offerForward, wantedForward, wouldLoop } from '../forwarding/offer-forward.ts';
import type { WaitingLines } from './allow-with-others.ts';
import type { AnswersCall } from './answer-for-people.ts';
import { type BeginIncomingDeps, beginIncoming, broughtBy, endUnwanted } from './begin-incoming.ts';
import { type AnswerAddress, refuse } from './call-decision.ts';
import { type AskedRinging, type MayRing, type PayingAccount, whoMayRing } from './incoming-facts-store.ts';
import { ringingTurns, turnWords } from './ringing-turns.ts';
import { sipCredentials } from './sip-credentials.ts';
import { turnAway } from './turn-away.ts';

/** Tells users who have no page open of a call, at once, and whether there are any. `number`: who calls; null: not shown. It never fails. */
export type RingClosedPages = (call: {
  callId: string;
  accountId: string;
  userIds: readonly string[];
  number: string | null;
  /** The number may be somebody else's. */
  isForged: boolean;
  at: Date;
  lastsMs: number;
}) => Promise<boolean>;
export type PutThroughDeps = BeginIncomingDeps & {
  sip: { secret: string };
  ringClosedPages: RingClosedPages;
  pushToPhones: Pick<PushToPhones, 'wake'>;
  waitingLines?: WaitingLines | undefined;
  clock: Clock;
  log: Log;
  wait: (ms: number) => Promise<void>;
};
/** In the words of the engine's answer. */
export type IncomingDecision = (Omit<CallRings, AnswerAddress> | Omit<CallRefused, AnswerAddress>) & { call?: string };

/** What the rule of a number says of a call, or what it says and cannot be done. */
type Outcome = Exclude<IncomingOutcome, { is: 'refused' }> | Parameters<typeof turnAway>[1]['outcome'];

/** A call that is not written down yet, and what is to become of it. */
export type ToPutThrough = {
  call: CallRecord;
  /** Writes down what belongs to the call, once that is there. */
  also?: () => Promise<void>;
  account: PayingAccount;
  ask: IncomingAsk;
  trunk: Pick<Trunk, 'name' | 'country'>;
  outcome: Outcome;
  /** Whether what answers for people may place calls that the same money pays for. */
  mayGoOn: boolean;
  /** What the attendant does where nobody takes it; empty: who calls is told that nobody is there. */
  answering: () => Promise<AnswersCall>;
  now: Date;
};

/** The call would return to this number. */
export const FORWARD_LOOP = { is: 'refused', because: 'forward_loop', as: 'nobody' } as const;

/**
 * Has a call ring, go on to a telephone or be answered for people, as the outcome says, or turns it away. With none of it registered, or no
 * money for it, the engine says that nobody is there, and the call that was missed stands in the history.
 */
export async function putThrough(deps: PutThroughDeps, given: ToPutThrough): Promise<IncomingDecision> {
  const { call, account, ask, trunk, outcome, now } = given;
  const also = given.also === undefined ? {} : { also: given.also };
  const wanted = wantedForward(outcome);
  const forward =
    wanted !== null && (await wouldLoop(deps.database, { call, ask, trunk, to: wanted.to })) ? null : wanted;
  if (outcome.is === 'refused' || (outcome.is === 'forwarded' && forward === null)) {
    const refused = outcome.is === 'refused' ? outcome : FORWARD_LOOP;
    return await turnAway(deps.database, { call: broughtBy(call, { ask, trunk }), outcome: refused, at: now, ...also });
  }
  const goesOn = forward !== null || given.mayGoOn;
  const begun = await beginIncoming(deps, { call, account, ask, trunk, goesOn, now, ...also });
  // Who calls is not told how it stands with somebody's money: the engine passes the reason on.
  const nobody = { ...refuse(480, 'Nobody Is There', 'unavailable'), call: call.id };
  if ('refusal' in begun) return nobody;
  const there = await mayRing(deps, { call, outcome, now });
  if (!there.isWanted) {
    await endUnwanted(deps.database, call.id, now);
    return nobody;
  }
  const { phones, users, turns } = await whoRings(deps.database, account, { outcome, there });
  const answering = await given.answering();
  const ringingMs = ringsForMs({
    mostMs: deps.settings.ringingMs,
    goesOnAfterMs: forward?.ringingMs ?? null,
    isAnswered: answering.task !== '',
  });
  const told = {
    callId: call.id,
    accountId: account.id,
    userIds: users,
    number: call.from,
    isForged: isPossiblyForged(call.callerDoubt),
    at: now,
    lastsMs: turns?.allMs ?? ringingMs,
  };
  const [arePagesTold, woken] = await Promise.all([
    users.length > 0 && deps.ringClosedPages(told),
    wakePhones(deps, { callId: call.id, usernames: wokenOf(phones), at: now, lastsMs: told.lastsMs }),
  ]);
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
    phones: namesOf(phones).join('|'),
    users: users.join('|'),
    ...(turns === null ? wakingWords({ arePagesTold, woken }) : turnWords(turns, { arePagesTold, woken })),
    ...answering,
    ...(forward === null ? {} : await forwardWords(deps, { call, forward, now })),
  };
}

type Placed = Exclude<Outcome, { is: 'refused' }>;

const MOST_AT_ONCE = 50;
const ringingLine = onceFor((deps: Pick<PutThroughDeps, 'database' | 'waitingLines'>) =>
  batched<AskedRinging, MayRing>({
    most: MOST_AT_ONCE,
    line: deps.waitingLines?.incoming,
    work: async (asked) => await whoMayRing(deps.database, asked),
  }),
);

/** Whom a call may ring, looked up together with that of those that come while others are looked up. */
async function mayRing(
  deps: PutThroughDeps,
  { call, outcome, now }: { call: CallRecord; outcome: Placed; now: Date },
): Promise<MayRing> {
  const pages = outcome.is === 'rings' && outcome.browsers;
  return await ringingLine(deps)({ callId: call.id, accountId: call.accountId, pages, at: now });
}

async function whoRings(
  database: Database,
  { id: accountId }: PayingAccount,
  { outcome, there }: { outcome: Placed; there: MayRing },
) {
  if (outcome.is !== 'rings') return { phones: [], users: [], turns: null };
  const phones = ringingPhones(there.phones, outcome.phones);
  const { users } = there;
  const talks = outcome.order === 'longest_idle' ? await lastTalks(database, accountId) : [];
  return { phones, users, turns: ringingTurns(outcome, { phones, hasPages: users.length > 0, talks }) };
}

const namesOf = (phones: readonly RingingPhone[]) => phones.map(({ username }) => username);
const wokenOf = (phones: readonly RingingPhone[]) => namesOf(phones.filter(({ isWoken }) => isWoken));

function wakingWords({ arePagesTold, woken }: { arePagesTold: boolean; woken: readonly string[] }) {
  return {
    ...(arePagesTold || woken.length > 0 ? { wakes: 'yes' as const } : {}),
    ...(woken.length > 0 ? { woken: woken.join('|') } : {}),
  };
}

/** What lets the call bridge place the call that goes on. */
async function forwardWords(deps: PutThroughDeps, offered: Parameters<typeof offerForward>[1]) {
  const { user, words } = await offerForward(deps, offered);
  const { username, password } = sipCredentials(user, deps.sip.secret, offered.now);
  return { ...words, forwardUser: username, forwardPassword: password };
}
