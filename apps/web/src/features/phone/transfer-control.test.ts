import type { Call } from '@farline/contracts/calls';
import { answerRequests } from '../../lib/testing/browser-stand-ins.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/session/queries.ts';
import { resetPhone, usePhone } from './phone-store.ts';
import { transferTo } from './transfer-control.ts';

const NUMBER = '+447700900124';
const call = { id: 'a-call', endedAt: null } as Call;
const placed = { id: 'another-call', to: NUMBER, endedAt: null } as Call;
const UNANSWERED = { fails: new TypeError('fetch failed') };
const PLACED = { status: 201, body: { call: placed } };

const BAD_GATEWAY = { status: 502 };
const BUSY = { status: 503, body: { code: 'busy', message: 'We’re very busy right now.' } };
const UNDER_WAY = { status: 409, body: { code: 'request_under_way', message: 'Still under way.' } };

beforeEach(() => {
  vi.useFakeTimers();
  resetPhone();
  usePhone.setState({ phone: { state: 'talking', call, answeredAtMs: 0, signalling: 'connected' }, isHeld: true });
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
});

afterEach(() => vi.useRealTimers());

test('a transfer that was placed goes on though its state cannot be asked for', async () => {
  vi.spyOn(console, 'warn').mockImplementationOnce(() => undefined);
  answerRequests(PLACED, UNANSWERED);
  await transferTo(NUMBER);
  expect(usePhone.getState().transfer).toEqual({ is: 'ringing', placed });
});

test('a transfer without an answer is asked for until there is one, as the same request: it may be under way', async () => {
  const looked = { status: 200, body: { call: placed } };
  const requests = answerRequests(BAD_GATEWAY, UNANSWERED, UNDER_WAY, BUSY, PLACED, looked);
  const transferred = transferTo(NUMBER);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(usePhone.getState().transfer).toMatchObject({ is: 'asking' });
  await vi.advanceTimersByTimeAsync(10_000);
  await transferred;
  expect(usePhone.getState().transfer).toEqual({ is: 'ringing', placed });
  const asked = requests.slice(0, 5).map(({ url, headers }) => `${url} ${headers['idempotency-key']}`);
  expect(new Set(asked).size).toBe(1);
});

test('nobody asks for the transfer of a call that has been hung up meanwhile', async () => {
  const requests = answerRequests(UNANSWERED);
  const transferred = transferTo(NUMBER);
  await vi.advanceTimersByTimeAsync(0);
  resetPhone();
  await vi.advanceTimersByTimeAsync(10_000);
  await transferred;
  expect(requests).toHaveLength(1);
});

test('a transfer that is refused, or not answered for as long as anybody lets it ring, has come to nothing', async () => {
  const refused = answerRequests({ status: 409, body: { code: 'call_over', message: 'The call is over.' } });
  await transferTo(NUMBER);
  expect(usePhone.getState().transfer).toMatchObject({ is: 'back' });
  const unanswered = answerRequests(...Array.from({ length: 99 }, () => UNANSWERED));
  const transferred = transferTo(NUMBER);
  await vi.advanceTimersByTimeAsync(90_000);
  await transferred;
  expect(usePhone.getState().transfer).toMatchObject({ is: 'back' });
  expect([refused.length, unanswered.length]).toEqual([1, 31]);
});

test('a transfer that a server with too much to do put off has begun nothing, and is not asked for again', async () => {
  const requests = answerRequests(BUSY);
  await transferTo(NUMBER);
  expect(usePhone.getState().transfer).toMatchObject({ is: 'back' });
  expect(requests).toHaveLength(1);
});

test('where each answer is waited for in vain, a transfer is asked for no longer than anybody lets it ring', async () => {
  const hangs = vi.fn<typeof fetch>(async () => {
    await new Promise((resolve) => setTimeout(resolve, 30_000));
    throw new DOMException('signal timed out', 'TimeoutError');
  });
  vi.stubGlobal('fetch', hangs);
  const transferred = transferTo(NUMBER);
  await vi.advanceTimersByTimeAsync(90_000);
  expect(usePhone.getState().transfer).toMatchObject({ is: 'back' });
  await transferred;
  expect(hangs).toHaveBeenCalledTimes(2);
});

test('a transfer is asked for at the price that is shown for it', async () => {
  const terms = { perMinute: { amount: '0.0180', currency: 'USD' } };
  queryClient.setQueryData(['quote', NUMBER, '10.0000'], { terms });
  const requests = answerRequests(PLACED, { status: 200, body: { call: placed } });
  await transferTo(NUMBER);
  expect(requests[0]?.body).toMatchObject({ to: NUMBER, terms });
  queryClient.clear();
});
