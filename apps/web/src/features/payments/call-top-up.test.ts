import { answerRequests, keepToken, storage } from '../../lib/testing/browser-stand-ins.ts';
import type { User } from '@farline/contracts/auth';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '../../lib/session/session.ts';
import { notify } from '../../lib/page/notify.ts';
import { callTopUp, showCallTopUp, topUpCall } from './call-top-up.ts';

// Queries are asked again by themselves in a browser only.
vi.hoisted(() => vi.stubGlobal('window', globalThis));
vi.mock(import('../../lib/page/notify.ts'), () => ({ notify: vi.fn<typeof notify>(async () => undefined) }));

const TEN = { amount: '10.0000', currency: 'USD' } as const;
const payment = (id: string, facts: object) => ({
  status: 201,
  body: { payment: { id, amount: TEN, state: 'processing', payUrl: null, decline: null, ...facts } },
});
const LATER_MS = 1_600;
const told = () => vi.mocked(notify).mock.calls.map(([{ type, action }]) => (action === undefined ? type : `${type}+`));

beforeEach(() => {
  vi.useFakeTimers();
  storage.clear();
  keepToken('token', 600_000);
  useSession.setState({ status: 'signed-in', user: { id: 'ada' } as User }, true);
  vi.mocked(notify).mockClear();
});
afterEach(() => {
  useSession.setState({ status: 'signed-out' }, true);
  vi.useRealTimers();
});

test('while a payment is under way the call begins no other, also where it is shown anew, and its end is asked for', async () => {
  const requests = answerRequests(payment('p1', {}), payment('p1', {}), payment('p1', { state: 'succeeded' }));
  const hide = showCallTopUp('c1');
  await topUpCall('c1', TEN, 'card');
  expect(callTopUp('c1')).toMatchObject({ is: 'under-way' });
  hide();
  showCallTopUp('c1')();
  await topUpCall('c1', TEN, 'card');
  expect(requests).toHaveLength(1);
  expect(told()).toEqual([]);

  await vi.advanceTimersByTimeAsync(LATER_MS);
  expect(callTopUp('c1')).toMatchObject({ is: 'under-way' });
  await vi.advanceTimersByTimeAsync(LATER_MS);
  expect(callTopUp('c1')).toMatchObject({ is: 'there', amount: TEN });
  expect(told()).toEqual(['success']);
  // In a long call more can be added later.
  await vi.advanceTimersByTimeAsync(31_000);
  expect(callTopUp('c1')).toEqual({ is: 'rest' });
});

test('an answer that comes where nothing shows it is told, with the way to the bank where it waits for that', async () => {
  const payUrl = 'https://pay.example/p2';
  answerRequests(
    payment('p2', { state: 'waiting', payUrl }),
    payment('p2', { state: 'failed', decline: 'not_confirmed' }),
    payment('p3', {}),
  );
  await topUpCall('c2', TEN, 'card');
  expect(callTopUp('c2')).toMatchObject({ is: 'to-pay', payUrl });
  expect(told()).toEqual(['warning+']);
  await vi.advanceTimersByTimeAsync(LATER_MS);
  expect(callTopUp('c2')).toMatchObject({ is: 'failed' });
  await topUpCall('c2', TEN, 'card');
  expect(told()).toEqual(['warning+', 'error', 'info']);
});

test('a payment that was given up says why, where there is a reason', async () => {
  answerRequests(
    payment('p5', { state: 'cancelled', decline: 'method_gone' }),
    payment('p6', { state: 'cancelled', decline: null }),
  );
  const hide = showCallTopUp('c5');
  await topUpCall('c5', TEN, 'card');
  const gone = expect.stringContaining('The payment provider no longer has it.');
  expect(callTopUp('c5')).toMatchObject({ is: 'failed', failure: { sentence: gone } });
  await topUpCall('c5', TEN, 'card');
  const cancelled = expect.stringContaining('was cancelled');
  expect(callTopUp('c5')).toMatchObject({ is: 'failed', failure: { sentence: cancelled } });
  hide();
});

test('what is not answered may have been added: it says so, and the same amount goes with the same key', async () => {
  const requests = answerRequests({ fails: new TypeError('no line') }, payment('p4', { state: 'succeeded' }));
  const hide = showCallTopUp('c4');
  const first = topUpCall('c4', TEN, 'card');
  await vi.advanceTimersByTimeAsync(100);
  await first;
  expect(callTopUp('c4')).toMatchObject({
    is: 'failed',
    failure: { sentence: expect.stringContaining('may have been added') },
  });
  await topUpCall('c4', TEN, 'card');
  hide();
  expect(callTopUp('c4')).toMatchObject({ is: 'there' });
  expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  expect(requests).toHaveLength(2);
});
