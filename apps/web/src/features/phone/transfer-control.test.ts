import type { Call } from '@farline/contracts/calls';
import { answerRequests } from '../../lib/testing/browser-stand-ins.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/session/queries.ts';
import { resetPhone, usePhone } from './phone-store.ts';
import { transferTo } from './transfer-control.ts';

const NUMBER = '+447700900124';
const call = { id: 'a-call', endedAt: null } as Call;
const placed = { id: 'another-call', to: NUMBER, endedAt: null } as Call;
const UNANSWERED = { fails: new TypeError('fetch failed') };
const PLACED = { status: 201, body: { call: placed } };

beforeEach(() => {
  resetPhone();
  usePhone.setState({ phone: { state: 'talking', call, answeredAtMs: 0, signalling: 'connected' }, isHeld: true });
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
});

test('a transfer that was placed goes on though its state cannot be asked for', async () => {
  vi.spyOn(console, 'warn').mockImplementationOnce(() => undefined);
  answerRequests(PLACED, UNANSWERED);
  await transferTo(NUMBER);
  expect(usePhone.getState().transfer).toEqual({ is: 'ringing', placed });
});

test('a transfer without an answer is asked for once more, as the same request', async () => {
  const requests = answerRequests(UNANSWERED, PLACED, { status: 200, body: { call: placed } });
  await transferTo(NUMBER);
  expect(usePhone.getState().transfer).toEqual({ is: 'ringing', placed });
  const [first, again] = requests.map(({ url, headers }) => `${url} ${headers['idempotency-key']}`);
  expect(again).toBe(first);
});

test('a transfer that is refused, or not answered twice, has come to nothing', async () => {
  const refused = answerRequests({ status: 409, body: { code: 'call_over', message: 'The call is over.' } });
  await transferTo(NUMBER);
  expect(usePhone.getState().transfer).toMatchObject({ is: 'back' });
  const unanswered = answerRequests(UNANSWERED, UNANSWERED);
  await transferTo(NUMBER);
  expect(usePhone.getState().transfer).toMatchObject({ is: 'back' });
  expect([refused.length, unanswered.length]).toEqual([1, 2]);
});

test('a transfer is asked for at the price that is shown for it', async () => {
  const terms = { perMinute: { amount: '0.0180', currency: 'USD' } };
  queryClient.setQueryData(['quote', NUMBER, '10.0000'], { terms });
  const requests = answerRequests(PLACED, { status: 200, body: { call: placed } });
  await transferTo(NUMBER);
  expect(requests[0]?.body).toMatchObject({ to: NUMBER, terms });
  queryClient.clear();
});
