import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTimedMachine } from '../../lib/page/timed-machine.ts';
import { i18n } from '../../lib/language/i18n.ts';
import { ivrText } from '../../texts/ivr-simulator.ts';
import { lineOf, readDial, SAMPLE_ACCOUNTS, SHORTCUTS } from './sample-lines.ts';
import { SIMULATOR_RULES } from './simulator.ts';

const CONNECT = { type: 'connect', user: 'demo', server: 'sip.example.com', port: '5060' } as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the connection goes disconnected, connecting, and connected after 2 seconds', () => {
  const { simulator, connection } = start();
  expect(connection().state).toBe('disconnected');

  simulator.send(CONNECT);
  expect(connection().state).toBe('connecting');
  vi.advanceTimersByTime(1_999);
  expect(connection().state).toBe('connecting');
  vi.advanceTimersByTime(1);

  expect(connection()).toEqual({ state: 'connected', call: null });
});

test('a call is only made when connected; otherwise the log says why', () => {
  const { simulator, keys, lines } = start();

  simulator.send({ type: 'dial', number: lineOf('card') });
  simulator.send(CONNECT);
  simulator.send({ type: 'dial', number: lineOf('card') });

  expect(keys()).toEqual(['logNotConnected', 'logConnecting', 'logNotConnected']);
  expect(lines()[0]).toBe('Cannot make call - SIP not connected');
});

test('a call connects after 3 seconds, then plays four prompts 4 seconds apart, and then waits', () => {
  const { simulator, connection, keys, times } = connected();
  simulator.send({ type: 'clear-log' });
  const dialledAt = Date.now();

  simulator.send({ type: 'dial', number: lineOf('card') });
  expect(connection()).toMatchObject({ call: { state: 'dialling', service: 'card' } });
  vi.advanceTimersByTime(60_000);

  expect(keys()).toEqual([
    'logCalling',
    'logAnswered',
    'prompt_card_1',
    'prompt_card_2',
    'prompt_card_3',
    'prompt_card_4',
  ]);
  expect(times().map((at) => at - dialledAt)).toEqual([0, 3_000, 3_000, 7_000, 11_000, 15_000]);
  expect(connection()).toMatchObject({ call: { state: 'talking', promptsPlayed: 4 } });
  expect(vi.getTimerCount()).toBe(0);
});

test('keys pressed in a call are logged and do not delay the prompts', () => {
  const { simulator, keys } = connected();
  simulator.send({ type: 'dial', number: lineOf('pinless') });
  vi.advanceTimersByTime(3_000 + 3_500);

  simulator.send({ type: 'key', key: '#' });
  vi.advanceTimersByTime(500);

  expect(keys().slice(-3)).toEqual(['prompt_pinless_1', 'logKey', 'prompt_pinless_2']);
});

test('hanging up ends the call and its prompts, and the connection stays', () => {
  const { simulator, connection, keys } = connected();
  simulator.send({ type: 'dial', number: lineOf('customer') });
  vi.advanceTimersByTime(3_000);

  simulator.send({ type: 'hang-up' });
  vi.advanceTimersByTime(60_000);

  expect(connection()).toEqual({ state: 'connected', call: null });
  expect(keys().at(-1)).toBe('logHungUp');
});

test('disconnecting ends what is under way, also while it connects', () => {
  const early = start();
  early.simulator.send(CONNECT);
  early.simulator.send({ type: 'disconnect' });
  vi.advanceTimersByTime(60_000);
  expect(early.connection().state).toBe('disconnected');

  const inCall = connected();
  inCall.simulator.send({ type: 'dial', number: lineOf('card') });
  inCall.simulator.send({ type: 'disconnect' });
  vi.advanceTimersByTime(60_000);
  expect(inCall.connection().state).toBe('disconnected');
  expect(inCall.keys().slice(-2)).toEqual(['logHungUp', 'logDisconnected']);
});

test('a second call waits until the first is over', () => {
  const { simulator, keys } = connected();

  simulator.send({ type: 'dial', number: lineOf('card') });
  simulator.send({ type: 'dial', number: lineOf('pinless') });

  expect(keys().slice(-2)).toEqual(['logCalling', 'logBusy']);
});

test('an emergency number is refused with the sentence to use another telephone', () => {
  const { simulator, connection, lines } = connected();

  for (const number of ['112', '911', '999', '10111']) simulator.send({ type: 'dial', number });

  expect(connection()).toEqual({ state: 'connected', call: null });
  expect(new Set(lines().slice(-4))).toEqual(
    new Set(['Short numbers aren’t simulated. If you need help, use another phone, now.']),
  );
});

test('clearing the log leaves connection and call as they are', () => {
  const { simulator, connection, keys } = connected();
  simulator.send({ type: 'dial', number: lineOf('card') });

  simulator.send({ type: 'clear-log' });

  expect(keys()).toEqual([]);
  expect(connection()).toMatchObject({ call: { state: 'dialling' } });
  vi.advanceTimersByTime(3_000);
  expect(keys()).toEqual(['logAnswered', 'prompt_card_1']);
});

test('each line has four prompts of its own, and the two accounts have their sample balances', () => {
  for (const service of [...SHORTCUTS.map((shortcut) => shortcut.service), 'unknown']) {
    for (const prompt of [1, 2, 3, 4]) {
      expect(i18n.exists(`prompt_${service}_${prompt}`, { ns: 'ivr-simulator' })).toBe(true);
    }
  }
  expect(SHORTCUTS).toHaveLength(4);
  expect(SAMPLE_ACCOUNTS.pin.balance.amount).toBe('25.50');
  expect(SAMPLE_ACCOUNTS.callerId.balance.amount).toBe('15.75');
});

test.each([
  ['', { is: 'empty' }],
  ['  ', { is: 'empty' }],
  ['112', { is: 'short' }],
  ['+1 (202) 555-0101', { is: 'number', number: '+1 202 555 0101', service: 'card' }],
  ['+44 7700 900123', { is: 'number', number: '+44 7700 900123', service: 'unknown' }],
  ['*43', { is: 'number', number: '*43', service: 'unknown' }],
])('"%s" is read as what it is', (typed, dial) => {
  expect(readDial(typed)).toEqual(dial);
});

function start() {
  const simulator = createTimedMachine(SIMULATOR_RULES);
  const entries = () => simulator.read().log.entries;
  return {
    simulator,
    connection: () => simulator.read().connection,
    keys: () => entries().map(({ says }) => says.key),
    lines: () => entries().map(({ says }) => ivrText.say(says.key, says.values)),
    times: () => entries().map(({ atMs }) => atMs),
  };
}

function connected() {
  const started = start();
  started.simulator.send(CONNECT);
  vi.advanceTimersByTime(2_000);
  return started;
}
