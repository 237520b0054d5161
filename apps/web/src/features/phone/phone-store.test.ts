import '../../lib/testing/browser-stand-ins.ts';
import { beforeEach, expect, test } from 'vitest';
import { useCallInProgress } from '../../lib/calls/call-in-progress.ts';
import { resetPhone, tellPhone, usePhone } from './phone-store.ts';
import { aCall } from './testing/a-call.ts';

const talking = { state: 'talking', call: aCall(), answeredAtMs: 0, signalling: 'connected' } as const;
const isRunning = () => useCallInProgress.getState().isRunning;

beforeEach(resetPhone);

test('while somebody waits a call is said to be running, although the other one ends', () => {
  usePhone.setState({ phone: talking, parked: { phone: talking, isMerged: false, isMuted: false, sentDigits: '' } });
  tellPhone({ type: 'over', atMs: 1_000, problem: null });
  expect(isRunning()).toBe(true);

  usePhone.setState({ phone: talking, parked: null });
  tellPhone({ type: 'over', atMs: 1_000, problem: null });
  expect(isRunning()).toBe(false);
});
