import {
  CALL_BOUNDS,
  type IncomingAsk,
  type IncomingOutcome,
  type MenuChoice,
  type MenuDial,
  micros,
  type NumberRule,
  rungBy,
} from '@farline/contracts';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { type Account, findAccount } from '../../accounts/index.ts';
import { judgeCaller, type KnowCaller, numberCalled } from '../../numbers/index.ts';
import { takeChoice } from '../menus/choice-limit.ts';
import { insertMenuChoice, mayChoose } from '../menus/menu-choices-store.ts';
import { isMenuWord } from '../menus/menu-word.ts';
import { type CallRecord, isAnonymous } from '../record/call-record.ts';
import { findCall } from '../record/calls-store.ts';
import { notAllowed } from './call-decision.ts';
import { unplaced } from './initiate-call.ts';
import { isInviteKnown } from './invites-store.ts';
import { type IncomingDecision, putThrough, type PutThroughDeps } from './put-through.ts';

/** As whom the engine knows the attendant where it brings a call. */
export const ATTENDANT = { name: 'attendant', country: null } as const;
/** Where the attendant speaks from. */
export const LOOPBACK = /^127\.0\.0\.1:\d+$/;

/**
 * Decides on a call that the attendant places for a caller who has pressed a key of a menu: it rings, or goes on to a telephone, as the rule of
 * the number says now. It is a call of its own beside the one that came in, which is paid as it was; this one costs nothing by itself. Only
 * the attendant that has that call may place it, while that call lasts, one at a time, a few of them, and a few of its caller's a minute.
 */
export async function receiveChoice(
  deps: PutThroughDeps & { database: Database; knowCaller: KnowCaller },
  { ask, chosen, now }: { ask: IncomingAsk; chosen: MenuDial; now: Date },
): Promise<IncomingDecision> {
  const incomingCallId = chosen.callId;
  const isProven = isMenuWord(deps.sip.secret, { incomingCallId, word: ask.caller });
  if (!LOOPBACK.test(ask.source) || !isProven || (await isInviteKnown(deps.database, ask))) return notAllowed;
  const incoming = (await findCall(deps.database, incomingCallId))?.call ?? null;
  if (incoming === null || incoming.progress.state === 'ended' || incoming.decidedEnd !== null) return notAllowed;
  const account = await findAccount(deps.database, incoming.accountId);
  const rule = await ruleOf(deps.database, incoming);
  const outcome = outcomeOf(rule, chosen);
  if (account === null || account.state === 'closed' || outcome === null) return notAllowed;
  if (!(await mayChoose(deps.database, { incomingCallId, most: CALL_BOUNDS.dialled }))) return notAllowed;
  if (!(await takeChoice(deps.database, { call: incoming, now }))) return notAllowed;

  const call = placedCall({ incoming, account, now });
  return await putThrough(deps, {
    call,
    also: async () => await insertMenuChoice(deps.database, { incomingCallId, placedCallId: call.id, at: now }),
    account,
    ask,
    now,
    outcome: (await refusalNow(deps, { rule, incoming, outcome, now })) ?? outcome,
    trunk: ATTENDANT,
    mayGoOn: false,
    answering: async () => ({ task: '' }),
  });
}

async function ruleOf(database: Database, incoming: CallRecord): Promise<NumberRule | null> {
  const called = await numberCalled(database, incoming.to);
  return called?.accountId === incoming.accountId ? called.rule : null;
}

const AGAINST_THE_CALLER: ReadonlySet<string> = new Set(['caller_blocked', 'anonymous_refused', 'possibly_forged']);

/** What the rule says against the caller by now, or against anything that rings; a menu is no way around it. Who is in it once stays while the number closes. */
async function refusalNow(
  deps: { database: Database; knowCaller: KnowCaller },
  call: { rule: NumberRule | null; incoming: CallRecord; outcome: IncomingOutcome; now: Date },
): Promise<Extract<IncomingOutcome, { is: 'refused' }> | null> {
  const { rule, incoming, outcome, now: at } = call;
  const { accountId, from: number, callerDoubt: doubt } = incoming;
  const judged = await judgeCaller(deps, { accountId, rule, number, isAnonymous: isAnonymous(incoming), doubt, at });
  if (judged.is === 'refused' && AGAINST_THE_CALLER.has(judged.because)) return judged;
  if (judged.because === 'possibly_forged') return { is: 'refused', because: 'possibly_forged', as: 'nobody' };
  if (judged.because !== 'do_not_disturb' || outcome.is !== 'rings') return null;
  return { is: 'refused', because: 'do_not_disturb', as: 'nobody' };
}

/** What a key of a menu does with a call that is placed for it; null: it places none, or is no more. */
function outcomeOf(rule: NumberRule | null, { menu: id, by }: MenuDial): IncomingOutcome | null {
  const menu = rule?.menus.find((each) => each.id === id);
  const choice = by === 'otherwise' ? menu?.otherwise : menu?.keys.find(({ key }) => key === by)?.then;
  return choice === undefined ? null : placedFor(choice);
}

function placedFor(choice: MenuChoice): IncomingOutcome | null {
  if (choice.do === 'forward') return { is: 'forwarded', because: 'menu', to: choice.to, most: choice.most };
  if (choice.do !== 'ring') return null;
  const { goesOn } = choice;
  const rings = { is: 'rings' as const, because: 'menu' as const, ...rungBy(choice), unanswered: 'menu' as const };
  return goesOn === undefined ? rings : { ...rings, goesOn };
}

/** From the same caller to the same number, and free. */
function placedCall({ incoming, account, now }: { incoming: CallRecord; account: Account; now: Date }): CallRecord {
  const { from, fromText, isNumberWithheld, to, rated, isPractice, placer } = incoming;
  const free = { ...rated.terms, connectionMicros: micros(0n), perMinuteMicros: micros(0n) };
  return {
    id: newId(now),
    accountId: account.id,
    payerWalletId: account.walletId,
    paidBy: 'money',
    isPractice,
    placer,
    from,
    fromText,
    isNumberWithheld,
    to,
    mostMicros: null,
    direction: 'inbound',
    allowance: null,
    initiatedAt: now,
    rated: { ...rated, terms: free },
    progress: { state: 'initiated' },
    ...unplaced,
    callerDoubt: incoming.callerDoubt,
  };
}
