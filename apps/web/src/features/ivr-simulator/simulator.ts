import { type ActivityLog, cleared, EMPTY_LOG, logged, type LogKind, type Said } from '../../lib/page/activity-log.ts';
import { SPECIFIED } from '../../lib/specification-constants.ts';
import type { TimedRules } from '../../lib/page/timed-machine.ts';
import type { IvrKey } from '../../texts/ivr-simulator.ts';
import { readDial, type Service } from './sample-lines.ts';

/** The IVR simulator: a made-up SIP connection, the made-up call on it, and what happened. Nothing is ever sent. */
export interface Simulator {
  connection: Connection;
  log: ActivityLog<Said<IvrKey>>;
}

export type Connection =
  | { state: 'disconnected' }
  | { state: 'connecting' }
  | { state: 'connected'; call: SimulatedCall | null };

export type SimulatedCall =
  | { state: 'dialling'; number: string; service: Service }
  | { state: 'talking'; number: string; service: Service; answeredAtMs: number; promptsPlayed: number };

export type SimulatorEvent =
  | { type: 'connect'; server: string; port: string; user: string }
  | { type: 'connected' }
  | { type: 'disconnect' }
  | { type: 'dial'; number: string }
  | { type: 'answered' }
  | { type: 'prompt' }
  | { type: 'key'; key: string }
  | { type: 'hang-up' }
  | { type: 'clear-log' };

type Loggable = [kind: LogKind, key: IvrKey, values?: Record<string, string | number>];

/** How the simulator runs: the waits are those of the specification, section 9. */
export const SIMULATOR_RULES: TimedRules<Simulator, SimulatorEvent> = {
  initial: { connection: { state: 'disconnected' }, log: EMPTY_LOG },
  next: nextSimulator,
  phase: ({ connection }) => (connection.state === 'connected' ? (connection.call ?? connection) : connection),
  due({ connection }) {
    if (connection.state === 'connecting') return { afterMs: SPECIFIED.ivr.connectMs, event: { type: 'connected' } };
    const call = connection.state === 'connected' ? connection.call : null;
    if (call?.state === 'dialling') return { afterMs: SPECIFIED.ivr.callConnectMs, event: { type: 'answered' } };
    if (call?.state === 'talking' && call.promptsPlayed < SPECIFIED.ivr.promptCount) {
      return { afterMs: SPECIFIED.ivr.promptEveryMs, event: { type: 'prompt' } };
    }
    return null;
  },
};

/** The simulator after an event. What does not fit the state changes nothing, or says in the log why. */
export function nextSimulator(simulator: Simulator, event: SimulatorEvent, atMs: number): Simulator {
  const { connection } = simulator;
  const call = connection.state === 'connected' ? connection.call : null;
  const then = (next: Connection, ...lines: Loggable[]): Simulator => ({
    connection: next,
    log: lines.reduce(
      (log, [kind, key, values]) => logged(log, { atMs, kind, says: said(key, values) }),
      simulator.log,
    ),
  });

  switch (event.type) {
    case 'connect': {
      if (connection.state !== 'disconnected') return simulator;
      const { user, server, port } = event;
      return then({ state: 'connecting' }, ['info', 'logConnecting', { user, server, port }]);
    }
    case 'connected':
      if (connection.state !== 'connecting') return simulator;
      return then({ state: 'connected', call: null }, ['success', 'logConnected']);
    case 'disconnect': {
      if (connection.state === 'disconnected') return simulator;
      const endOfCall: Loggable[] = call === null ? [] : [['info', 'logHungUp']];
      return then({ state: 'disconnected' }, ...endOfCall, ['info', 'logDisconnected']);
    }
    case 'dial':
      return dialled(then, connection, event.number);
    case 'answered':
      if (call?.state !== 'dialling') return simulator;
      return then(
        { state: 'connected', call: { ...call, state: 'talking', answeredAtMs: atMs, promptsPlayed: 1 } },
        ['success', 'logAnswered', { number: call.number }],
        promptLine(call.service, 1),
      );
    case 'prompt': {
      if (call?.state !== 'talking') return simulator;
      const promptsPlayed = call.promptsPlayed + 1;
      return then({ state: 'connected', call: { ...call, promptsPlayed } }, promptLine(call.service, promptsPlayed));
    }
    case 'key':
      if (call?.state !== 'talking') return simulator;
      return then(connection, ['info', 'logKey', { key: event.key }]);
    case 'hang-up':
      if (call === null) return simulator;
      return then({ state: 'connected', call: null }, ['info', 'logHungUp']);
    case 'clear-log':
      return { ...simulator, log: cleared(simulator.log) };
  }
}

function dialled(
  then: (next: Connection, ...lines: Loggable[]) => Simulator,
  connection: Connection,
  typed: string,
): Simulator {
  if (connection.state !== 'connected') return then(connection, ['error', 'logNotConnected']);
  if (connection.call !== null) return then(connection, ['warning', 'logBusy']);
  const dial = readDial(typed);
  switch (dial.is) {
    case 'empty':
      return then(connection, ['warning', 'logNothingToDial']);
    case 'short':
      return then(connection, ['error', 'logShortNumber']);
    case 'number':
      return then({ state: 'connected', call: { state: 'dialling', number: dial.number, service: dial.service } }, [
        'info',
        'logCalling',
        { number: dial.number },
      ]);
  }
}

function promptLine(service: Service, prompt: number): Loggable {
  return ['info', `prompt_${service}_${prompt}` as IvrKey, { prompt }]; // Every service has four: see the test of the texts.
}

function said(key: IvrKey, values?: Record<string, string | number>): Said<IvrKey> {
  return values === undefined ? { key } : { key, values };
}
