import { CODE_CALL_ORDER_MS, ECHO_TEST, formatDecimal, type IncomingAsk, micros } from '@farline/contracts';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { type Account, findAccount } from '../../accounts/index.ts';
import { numbersShown, takeCallOfVerification } from '../../numbers/index.ts';
import type { Rating } from '../../rating/index.ts';
import type { CallRecord } from '../record/call-record.ts';
import { notAllowed } from './call-decision.ts';
import { isCodeCallWord } from './code-call-word.ts';
import { unplaced } from './initiate-call.ts';
import { isInviteKnown } from './invites-store.ts';
import { type IncomingDecision, putThrough, type PutThroughDeps } from './put-through.ts';
import { ATTENDANT, LOOPBACK } from './receive-choice.ts';

/** Who calls, as the account's history names it. */
const CALLER = 'Farline';
/** Between an order and its call: the attendant takes no older one, and speaks what it is to say before it calls. */
const PLACED_WITHIN_MS = CODE_CALL_ORDER_MS + 10_000;

/**
 * Decides on a call that the attendant places to say a code: it goes on to the telephone that somebody wants to show as theirs, as a call
 * that came in and is forwarded, at the price of a call out and for no more than was shown. Each verification has one call, soon after it was asked for.
 */
export async function receiveCodeCall(
  deps: PutThroughDeps & { database: Database; rating: Pick<Rating, 'rateNumber'> },
  { ask, id, now }: { ask: IncomingAsk; id: string; now: Date },
): Promise<IncomingDecision> {
  const isProven = isCodeCallWord(deps.sip.secret, { id, word: ask.caller });
  if (!LOOPBACK.test(ask.source) || !isProven || (await isInviteKnown(deps.database, ask))) return notAllowed;
  const since = new Date(now.getTime() - PLACED_WITHIN_MS);
  const taken = await takeCallOfVerification(deps.database, { id, since, at: now });
  const account = taken === null ? null : await findAccount(deps.database, taken.accountId);
  if (taken === null || account === null || account.state !== 'active') return notAllowed;
  const { to, userId, mostMicros } = taken;
  // Who verifies the number again that their calls show is not called by that number itself.
  const shown = (await numbersShown(deps.database, account.id, now)).find((number) => number !== to);
  if (shown === undefined) return notAllowed;
  const call = placedCall(deps, { account, userId, shown, now });
  const most = mostMicros === 0n ? null : formatDecimal(mostMicros);
  return await putThrough(deps, {
    call,
    account,
    ask,
    now,
    trunk: ATTENDANT,
    mayGoOn: false,
    outcome: { is: 'forwarded', because: 'menu', to, most },
    answering: async () => ({ task: '' }),
  });
}

/** Free by itself: what goes on from it is paid. */
function placedCall(
  deps: { rating: Pick<Rating, 'rateNumber'> },
  { account, userId, shown, now }: { account: Account; userId: string; shown: string; now: Date },
): CallRecord {
  const free = deps.rating.rateNumber(ECHO_TEST, account.rateTable);
  if (!free.allowed) throw new Error('the echo test is always priced');
  const terms = { ...free.rated.terms, connectionMicros: micros(0n), perMinuteMicros: micros(0n) };
  const destination = { prefix: '', countryCode: null, kind: 'voip' as const, operator: null };
  return {
    id: newId(now),
    accountId: account.id,
    payerWalletId: account.walletId,
    paidBy: 'money',
    isPractice: false,
    placer: { kind: 'verification', id: null, userId },
    mostMicros: null,
    direction: 'inbound',
    from: null,
    fromText: CALLER,
    isNumberWithheld: false,
    to: shown,
    allowance: null,
    initiatedAt: now,
    rated: { ...free.rated, number: shown, destination, rateId: null, terms },
    progress: { state: 'initiated' },
    ...unplaced,
  };
}
