import { type ActivityLog, cleared, EMPTY_LOG, logged, type LogKind, type Said } from '../../lib/page/activity-log.ts';
import { SPECIFIED } from '../../lib/specification-constants.ts';
import type { TimedRules } from '../../lib/page/timed-machine.ts';
import type { WebrtcKey } from '../../texts/webrtc-test.ts';
import type { Support } from './support.ts';

/** The WebRTC test: what the browser has, the simulated connection, the capability test, and what happened. */
export interface ConnectionTest {
  /** Null until looked at. */
  support: Support | null;
  connection: { state: 'disconnected' } | { state: 'connecting' } | { state: 'connected' };
  isTesting: boolean;
  log: ActivityLog<Said<WebrtcKey>>;
}

/** Where an address was found (RFC 8445 §5.1.1). */
export type CandidateKind = 'host' | 'srflx' | 'prflx' | 'relay';
export type CandidateCounts = Record<CandidateKind, number>;

export type ConnectionTestEvent =
  | { type: 'support-read'; support: Support }
  | { type: 'connect' }
  | { type: 'connected' }
  | { type: 'disconnect' }
  | { type: 'test'; server: string }
  | { type: 'offer-built'; lines: number; codecs: readonly string[] }
  | { type: 'candidate'; kind: CandidateKind; protocol: string }
  | { type: 'gathered'; isComplete: boolean; afterMs: number; counts: CandidateCounts }
  | { type: 'test-failed'; reason: string }
  | { type: 'clear-logs' };

type Loggable = [kind: LogKind, key: WebrtcKey, values?: Record<string, string | number>];

/** How the test runs: Connect waits as long as the specification says, section 9. */
export const CONNECTION_TEST_RULES: TimedRules<ConnectionTest, ConnectionTestEvent> = {
  initial: { support: null, connection: { state: 'disconnected' }, isTesting: false, log: EMPTY_LOG },
  next: nextConnectionTest,
  phase: ({ connection }) => connection,
  due: ({ connection }) =>
    connection.state === 'connecting' ? { afterMs: SPECIFIED.webrtcConnectMs, event: { type: 'connected' } } : null,
};

/** The test after an event. Without WebRTC nothing can be connected or tested, and the log says so as an error. */
export function nextConnectionTest(test: ConnectionTest, event: ConnectionTestEvent, atMs: number): ConnectionTest {
  const { connection } = test;
  const then = (change: Partial<ConnectionTest>, ...lines: Loggable[]): ConnectionTest => ({
    ...test,
    ...change,
    log: lines.reduce((log, [kind, key, values]) => logged(log, { atMs, kind, says: said(key, values) }), test.log),
  });
  const isSupported = test.support?.peerConnection === true;

  switch (event.type) {
    case 'support-read':
      return test.support === null ? then({ support: event.support }, ...supportLines(event.support)) : test;
    case 'connect':
      if (!isSupported) return then({}, ['error', 'logUnsupported']);
      if (connection.state !== 'disconnected') return test;
      return then({ connection: { state: 'connecting' } }, ['info', 'logConnecting']);
    case 'connected':
      if (connection.state !== 'connecting') return test;
      return then({ connection: { state: 'connected' } }, ['success', 'logConnected']);
    case 'disconnect':
      if (connection.state === 'disconnected') return test;
      return then({ connection: { state: 'disconnected' } }, ['info', 'logDisconnected']);
    case 'test':
      if (!isSupported) return then({}, ['error', 'logUnsupported']);
      if (test.isTesting) return test;
      return then({ isTesting: true }, ['info', 'logTestStarted', { server: event.server }]);
    case 'offer-built':
      return then({}, ...offerLines(event));
    case 'candidate':
      return then({}, ['info', 'logCandidate', { kind: event.kind, protocol: event.protocol }]);
    case 'gathered':
      return then({ isTesting: false }, ...gatheredLines(event));
    case 'test-failed':
      return then({ isTesting: false }, ['error', 'logTestFailed', { reason: event.reason }]);
    case 'clear-logs':
      return { ...test, log: cleared(test.log) };
  }
}

function supportLines(support: Support): Loggable[] {
  if (!support.peerConnection) return [['error', 'logUnsupported']];
  const lines: Loggable[] = [['success', 'logSupported']];
  if (!support.microphone) lines.push(['warning', 'logNoMicrophone']);
  return lines;
}

function offerLines({ lines, codecs }: { lines: number; codecs: readonly string[] }): Loggable[] {
  const built: Loggable = ['success', 'logOffer', { lines, codecs: codecs.join(', ') }];
  const isTelephone = codecs.includes('PCMU') || codecs.includes('PCMA');
  return isTelephone ? [built] : [built, ['error', 'logNoTelephoneCodec']];
}

function gatheredLines(event: { isComplete: boolean; afterMs: number; counts: CandidateCounts }): Loggable[] {
  const { host, srflx } = event.counts;
  const values = { seconds: Math.round(event.afterMs / 100) / 10, host, srflx };
  const summary: Loggable = event.isComplete
    ? ['info', 'logGathered', values]
    : ['warning', 'logGatheringLate', values];
  const silence: Loggable[] = srflx === 0 ? [['warning', 'logStunSilent']] : [];
  return [summary, ...silence, ['success', 'logTestPassed']];
}

function said(key: WebrtcKey, values?: Record<string, string | number>): Said<WebrtcKey> {
  return values === undefined ? { key } : { key, values };
}
