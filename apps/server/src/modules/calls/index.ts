import type { Call, CallAsk, EngineReport, IncomingAsk, PushAnswer, PushAsk, SocketClosed } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { type Event, type EventSubscription, eventTypes } from '../../platform/events.ts';
import { forgetting } from '../../platform/forgetting/forgetting.ts';
import type { HttpServer } from '../../platform/http-server.ts';
import { type ExportPart, type LiveView, liveView } from '../../platform/server-module.ts';
import type { Tick } from '../../platform/ticks.ts';
import { createPhoneSecrets, findSipPhone, hasPushes, notePush } from '../phones/index.ts';
import { everyCallOf } from './account-calls.ts';
import { decideEndOfCalls } from './account-calls-store.ts';
import { authoriseCall } from './placing/authorise-call.ts';
import { authoriseGuestEcho } from './guests/authorise-guest-echo.ts';
import { authoriseForward } from './placing/authorise-forward.ts';
import { incomingCallOf } from './forwarding/forward-user.ts';
import { isMissedInMenu } from './ending/missed-calls-store.ts';
import { settleForwards } from './forwarding/settle-forwards.ts';
import { authorisePhoneCall } from './placing/authorise-phone-call.ts';
import { statsBetween } from './history/call-sums-store.ts';
import { viewOfCall, viewWithTransfer } from './history/call-view.ts';
import { addCallHistoryRoutes } from './history/history-routes.ts';
import { peopleOfClosedAccounts } from './history/people-of-closed-accounts.ts';
import type { CallDecision } from './placing/call-decision.ts';
import type { CallsDeps } from './calls-deps.ts';
import { findCall } from './record/calls-store.ts';
import { askAgainForAccounts, askAgainForWallets, sendEveryGrantedEndAgain } from './running/due-calls-store.ts';
import { noteEpoch } from './running/engine-readings-store.ts';
import { closeNeverPlaced } from './running/close-never-placed.ts';
import { isGuestCallId, isGuestUser } from './guests/guest-call.ts';
import { forgetGuestCalls } from './guests/guest-calls-store.ts';
import { addGuestRoutes } from './guests/guest-routes.ts';
import { reapCalls } from './running/reap-calls.ts';
import type { IncomingDecision } from './placing/put-through.ts';
import { receiveCall } from './placing/receive-call.ts';
import { addMonthsAhead } from './months/keep-months.ts';
import { settleMenuChoices } from './menus/settle-menu-choices.ts';
import { recordGuestReport } from './guests/record-guest-report.ts';
import { userInBrowser } from './record/placer.ts';
import { recordReport } from './record-report.ts';
import { recordSocketClosed } from './running/record-socket-closed.ts';
import { addCallRoutes } from './routes.ts';
import { settleTransfers } from './transfer/settle-transfers.ts';
import { addTransferRoutes } from './transfer/transfer-routes.ts';
import { transferOf } from './transfer/transfers-store.ts';
import { lengthenCalls, runDueCalls } from './running/run-due-calls.ts';

export { countStuckLegs, freeStuckLeg, openStuckLegs } from './ending/stuck-legs-store.ts';
export { endCallsOfAccount } from './account-calls.ts';
export type { CallDecision } from './placing/call-decision.ts';
export type { CallsDeps } from './calls-deps.ts';
export type {
  DialogName,
  EngineOrders,
  ListDialogs,
  MediaOrders,
  MediaSide,
  OrderOutcome,
  RunningDialog,
} from './record/engine.ts';
export type { KnowPeople } from './history/export-calls.ts';
export { isRinging } from './history/is-ringing.ts';
export { archiveMonth, type MonthRows, restoreMonth } from './months/archive-month.ts';
export { keptMonths } from './months/keep-months.ts';
export { type Month, monthOf } from './months/month.ts';
export { callThatCameIn } from './history/call-that-came-in.ts';
export { listeningAccount } from './history/listening-account.ts';
export { endedCallsBefore } from './history/ended-calls-store.ts';
export { type CallSettings, usualSettings } from './record/settings.ts';
export { chargedCalls } from './money/charged-call.ts';
export { refuseEmergency } from './placing/authorise-phone-call.ts';
export { codeCallWord } from './placing/code-call-word.ts';
export { priceCodeCall } from './placing/price-code-call.ts';
export { priceForward } from './forwarding/price-forward.ts';
export { countOpenOnTrunks } from './placing/trunk-places-store.ts';
export { sipWebsocketUrl } from './placing/webrtc-token.ts';
export type { CallPrompts } from './running/warn-caller.ts';
export { type WronglyCharged, wronglyCharged } from './money/wrongly-charged-store.ts';

export type Calls = {
  /** The /calls/* calls. */
  routes: (app: HttpServer) => Promise<void>;
  /** What the engine's line hands over. */
  listener: {
    decide(ask: CallAsk): Promise<CallDecision>;
    receive(ask: IncomingAsk): Promise<IncomingDecision>;
    phoneSecret(username: string): Promise<string>;
    /** The user whose SIP phone it is, where its secret was asked for here; null: not known without asking the database. */
    ownerOfPhone(username: string): string | null;
    messagesWaiting(username: string): Promise<string>;
    hasPushes(username: string): Promise<boolean>;
    notePush(ask: PushAsk): Promise<PushAnswer>;
    record(report: EngineReport): Promise<void>;
    socketClosed(closed: Pick<SocketClosed, 'connection' | 'at'>): void;
    connected(epoch: string): void;
  };
  /** Money or a lifted limit lengthens calls, and a closed account ends them. */
  hear(events: Event[]): void;
  subscriptions: EventSubscription[];
  ticks: Tick[];
  runsIn: 'call-control';
  exports: ExportPart[];
  liveViews: LiveView[];
};

/** What notices look at when a call has ended. */
export const callsForNotices = { callOf: viewCall, isMissedInMenu };

/** What makes calls longer, or ends them. */
const HEARD = eventTypes('wallet.changed', 'limits.changed', 'account.closed');
const DUE_EVERY_MS = 500;
/** Only where it failed when the engine connected. */
const SEND_AGAIN_EVERY_MS = 1_000;
const REAP_EVERY_MS = 5_000;
const TRANSFERS_EVERY_MS = 1_000;
const FORWARDS_EVERY_MS = 1_000;
const EXPIRE_EVERY_MS = 10_000;
const MONTHS_EVERY_MS = 60 * 60_000;
const FORGET_GUESTS = { name: 'forget guests', everyMs: 10 * 60_000, keepMs: 24 * 60 * 60_000 };

/** What belongs together ends together. */
const settling = (deps: CallsDeps): Tick[] => [
  { name: 'settle transfers', everyMs: TRANSFERS_EVERY_MS, run: settleTransfers(deps) },
  { name: 'settle forwards', everyMs: FORWARDS_EVERY_MS, run: settleForwards(deps) },
  { name: 'settle choices in menus', everyMs: FORWARDS_EVERY_MS, run: async () => await settleMenuChoices(deps) },
];

/** What is made for calls to come, and what of past ones is forgotten. */
const keeping = (deps: CallsDeps): Tick[] => [
  { name: 'add months ahead', everyMs: MONTHS_EVERY_MS, run: async () => await addMonthsAhead(deps) },
  forgetting(deps, { ...FORGET_GUESTS, forget: forgetGuestCalls }),
];

/** Calls: placed, paid, watched and recorded. */
export function createCalls(deps: CallsDeps): Calls {
  const inBackground = (what: string, work: Promise<void>) => {
    work.catch((error: unknown) => deps.log.error({ err: error }, what));
  };
  /** The engine that connected last, until every granted end is on its way to it again. */
  let behind: { epoch: string } | null = null;
  const sendGrantedEndsAgain = async () => {
    if (behind === null) return;
    const sentTo = behind;
    const isNew = await noteEpoch(deps.database, sentTo.epoch);
    deps.log.info({ epoch: sentTo.epoch, isNew }, 'the engine is connected: every granted end is sent again');
    await sendEveryGrantedEndAgain(deps.database, deps.clock.now());
    if (behind === sentTo) behind = null;
  };
  const onWalletsChanged = async (walletIds: string[]) => {
    const waiting = await askAgainForWallets(deps.database, walletIds, deps.clock.now());
    await lengthenCalls(deps, waiting);
  };

  const onLimitsChanged = async (accountIds: string[]) => {
    const waiting = await askAgainForAccounts(deps.database, accountIds, deps.clock.now());
    await lengthenCalls(deps, waiting);
  };

  // What was being allowed while its account was closed is allowed by now.
  const onAccountClosed = async (accountId: string) => {
    await decideEndOfCalls(deps.database, { accountId, at: deps.clock.now() });
  };

  return {
    routes: async (app) => {
      addCallRoutes(app, deps);
      addTransferRoutes(app, { ...deps, viewOfCall });
      addGuestRoutes(app, deps);
      addCallHistoryRoutes(app, { ...deps, requireUser: deps.accounts.requireUser });
    },
    listener: {
      decide: async (ask) => await decide(deps, ask),
      receive: async (ask) => await receiveCall(deps, ask),
      ...phoneAnswers(deps),
      record: async (report) =>
        isGuestCallId(report.call) ? await recordGuestReport(deps, report) : await recordReport(deps, report),
      socketClosed: ({ connection, at }) =>
        inBackground(
          'a closed connection could not be recorded',
          recordSocketClosed(deps, { connection, at: new Date(at) }),
        ),
      connected: (epoch) => {
        behind = { epoch };
        inBackground('the granted ends could not be sent again; they are in a second', sendGrantedEndsAgain());
      },
    },
    hear: (events) => {
      const subjectsOf = (type: (typeof HEARD)[number]) => [
        ...new Set(events.filter((event) => event.type === type).map(({ subjectId }) => subjectId)),
      ];
      const [wallets, limited] = [subjectsOf('wallet.changed'), subjectsOf('limits.changed')];
      if (wallets.length > 0) inBackground('calls could not be lengthened', onWalletsChanged(wallets));
      if (limited.length > 0) inBackground('calls could not be lengthened', onLimitsChanged(limited));
      for (const id of subjectsOf('account.closed')) inBackground('calls could not be ended', onAccountClosed(id));
    },
    subscriptions: [peopleOfClosedAccounts()],
    ticks: [
      { name: 'due calls', everyMs: DUE_EVERY_MS, run: async () => await runDueCalls(deps) },
      { name: 'send granted ends again', everyMs: SEND_AGAIN_EVERY_MS, run: sendGrantedEndsAgain },
      { name: 'reap calls', everyMs: REAP_EVERY_MS, run: async () => await reapCalls(deps) },
      ...settling(deps),
      { name: 'expire calls', everyMs: EXPIRE_EVERY_MS, run: async () => await closeNeverPlaced(deps) },
      ...keeping(deps),
    ],
    runsIn: 'call-control',
    exports: [{ name: 'calls', items: ({ accountId }) => everyCallOf(deps.database, accountId) }],
    liveViews: [
      liveView(eventTypes('call.changed', 'call.ended'), async ({ subjectId }) => {
        const call = await viewCall(deps.database, subjectId);
        return call === null ? null : { type: 'call.changed', call };
      }),
    ],
  };
}

/** What the engine asks about a SIP phone that wants something. A name that nobody has is told from no other. */
const phoneAnswers = ({ database, clock, messagesWaiting, pushToPhones }: CallsDeps) => {
  const secrets = createPhoneSecrets(database);
  return {
    hasPushes: async (username: string) => await hasPushes(database, username),
    notePush: async (ask: PushAsk) => await notePush({ database, clock, pushToPhones }, ask),
    phoneSecret: secrets.secretOf,
    ownerOfPhone: secrets.ownerOf,
    messagesWaiting: async (username: string) => {
      const phone = await findSipPhone(database, username);
      return phone === null ? '' : await messagesWaiting(database, phone.accountId);
    },
  };
};

/** A call out: of a SIP phone, a guest, the call bridge that forwards another, or a page. */
async function decide(deps: CallsDeps, ask: CallAsk): Promise<CallDecision> {
  if (ask.phone !== '') return await authorisePhoneCall(deps, ask);
  if (isGuestUser(ask.user)) return await authoriseGuestEcho(deps, ask);
  const incomingCallId = incomingCallOf(ask.user);
  if (incomingCallId !== null) return await authoriseForward(deps, ask, incomingCallId);
  return await authoriseCall(deps, { ...ask, placer: userInBrowser(ask.user) });
}

/** The call as a page shows it, or null: for the live push of `call.changed`. */
export async function viewCall(database: Executor, callId: string): Promise<Call | null> {
  const stored = await findCall(database, callId);
  return stored === null ? null : viewWithTransfer(stored.call, await transferOf(database, callId));
}

/** How many calls an account placed in a span of time, and for how many seconds it talked. */
export async function countCalls(database: Executor, span: { accountId: string; from: Date; to: Date }) {
  const { calls, answeredSeconds } = await statsBetween(database, span);
  return { calls, seconds: answeredSeconds };
}
