import type { CallAsk, EngineReport, IncomingAsk, SocketClosed } from '@farline/contracts/voice-engine';
import { type CallDecision, type EngineLink, type IncomingDecision, connectToKamailio } from '@farline/engine';
import { type Inbox, createInbox } from './inbox.ts';
import { type ScriptedPushes, scriptedPushes } from './scripted-pushes.ts';

/** A server without a database: each test says how its own call is to be decided, and reads what the engine reported. */
export type ScriptedServer = ScriptedPushes & {
  readonly link: EngineLink;
  readonly asks: Inbox<CallAsk>;
  /** What was asked about calls from trunks. */
  readonly incoming: Inbox<IncomingAsk>;
  readonly reports: Inbox<EngineReport>;
  readonly socketsClosed: Inbox<SocketClosed>;
  readonly epochs: Inbox<string>;
  /** By the id of the call, or by the name of the SIP phone that places it, for which the decision then names the call. */
  decide(call: string, decision: (ask: CallAsk) => CallDecision | Promise<CallDecision>): void;
  /** What becomes of a call from a trunk to this number; whoever calls another one is refused. */
  receive(dialled: string, decision: ScriptedIncoming | Promise<ScriptedIncoming>): void;
  /** From now on reports about this call are heard and not acknowledged; the returned function ends it. */
  refuseReportsOf(call: string): () => void;
  /** HA1 of SIP phones by user name; whoever is not in it cannot prove to be anybody. */
  readonly phones: Map<string, string>;
  /** How many messages wait for SIP phones, by user name; of others it is not known. */
  readonly waiting: Map<string, string>;
  /** From now on nothing is said about this phone. */
  silentAbout(username: string): void;
  /** The first report of this type about this call, past or future. */
  report<T extends EngineReport['type']>(
    call: string,
    type: T,
    withinMs?: number,
  ): Promise<Extract<EngineReport, { type: T }>>;
};

type Ringing = Extract<IncomingDecision, { decision: 'ring' }>;
/** As a server decides; phones or browsers that are not named do not ring. */
export type ScriptedIncoming =
  | Exclude<IncomingDecision, Ringing>
  | (Omit<Ringing, 'phones' | 'users' | 'task'> & Partial<Pick<Ringing, 'phones' | 'users' | 'task'>>);

/** Connects to the engine's EVAPI and resolves once greeted. */
export async function connectServer(evapiPort: number, serverName: string): Promise<ScriptedServer> {
  const asks = createInbox<CallAsk>((ask) => `ask ${ask.call}`);
  const incoming = createInbox<IncomingAsk>((ask) => `ask for ${ask.dialled}`);
  const reports = createInbox<EngineReport>((report) => JSON.stringify(report));
  const socketsClosed = createInbox<SocketClosed>((closed) => closed.connection);
  const epochs = createInbox<string>((epoch) => epoch);
  const decisions = new Map<string, (ask: CallAsk) => CallDecision | Promise<CallDecision>>();
  const received = new Map<string, ScriptedIncoming | Promise<ScriptedIncoming>>();
  const [refused, phones] = [new Set<string>(), new Map<string, string>()];
  const [silent, waiting, pushes] = [new Set<string>(), new Map<string, string>(), scriptedPushes()];
  const link = connectToKamailio({
    evapi: { host: '127.0.0.1', port: evapiPort },
    serverName,
    log: {
      info() {},
      warn() {},
      error() {},
    },
    listener: {
      async decide(ask) {
        asks.add(ask);
        const decision = decisions.get(ask.call === '' ? ask.phone : ask.call);
        return decision === undefined ? refuse(403, 'unknown_call') : await decision(ask);
      },
      async receive(ask) {
        incoming.add(ask);
        return whole((await received.get(ask.dialled)) ?? NOT_ALLOWED);
      },
      phoneSecret: (username) =>
        silent.has(username)
          ? Promise.reject(new Error('this test says nothing'))
          : Promise.resolve(phones.get(username) ?? 'f'.repeat(32)),
      ...pushes.listener,
      messagesWaiting: (username) => Promise.resolve(waiting.get(username) ?? ''),
      record(report) {
        reports.add(report);
        return refused.has(report.call)
          ? Promise.reject(new Error('this test acknowledges nothing'))
          : Promise.resolve();
      },
      socketClosed: (closed) => socketsClosed.add(closed),
      connected: (epoch) => epochs.add(epoch),
    },
  });
  await epochs.next('the greeting of the engine', () => true);
  return {
    link,
    asks,
    incoming,
    reports,
    socketsClosed,
    ...{ epochs, phones, waiting, pushAsks: pushes.pushAsks, pushAnswers: pushes.pushAnswers },
    silentAbout: (username) => void silent.add(username),
    decide: (call, decision) => decisions.set(call, decision),
    receive: (dialled, decision) => void received.set(dialled, decision),
    refuseReportsOf(call) {
      refused.add(call);
      return () => void refused.delete(call);
    },
    report: async (call, type, withinMs) =>
      (await reports.next(
        `${type} of ${call}`,
        (report) => report.call === call && report.type === type,
        withinMs,
      )) as never,
  };
}

const whole = (decision: ScriptedIncoming): IncomingDecision =>
  decision.decision === 'ring' ? { ...{ phones: '', users: '', task: '' }, ...decision } : decision;

const NOT_ALLOWED = { decision: 'refuse', status: 403, phrase: 'Forbidden', reason: 'not_allowed' } as const;

/** A refusal as the server gives it. */
export function refuse(status: number, reason: string): CallDecision {
  return { decision: 'refuse', status, phrase: 'Refused', reason };
}

/** How long a trunk may be silent: far longer than a busy machine keeps the trunk of a test waiting. Tests of silent trunks say less. */
const PATIENCE_MS = 10_000;

/** An allowance over these trunks, by name and URI. */
export function allow(
  trunks: readonly (readonly [name: string, uri: string])[],
  options: {
    grantedSeconds?: number;
    callerId?: string;
    privacy?: 'id' | '';
    firstSignMs?: number;
    tryingMs?: number;
    ringingMs?: number;
  } = {},
): CallDecision {
  const [one, two, three] = trunks;
  return {
    decision: 'allow',
    callerId: options.callerId ?? '+999000000001',
    privacy: options.privacy ?? '',
    grantedSeconds: options.grantedSeconds ?? 60,
    firstSignMs: options.firstSignMs ?? PATIENCE_MS,
    tryingMs: options.tryingMs ?? options.firstSignMs ?? PATIENCE_MS,
    ringingMs: options.ringingMs ?? 5000,
    trunkCount: trunks.length,
    trunk1Name: one?.[0] ?? '',
    trunk1Uri: one?.[1] ?? '',
    trunk2Name: two?.[0] ?? '',
    trunk2Uri: two?.[1] ?? '',
    trunk3Name: three?.[0] ?? '',
    trunk3Uri: three?.[1] ?? '',
  };
}
