import { beforeEach, expect, test, vi } from 'vitest';
import { publishLiveEvent } from '../../lib/live/live-events.ts';
import type { Notification } from '../../lib/page/toaster.ts';
import { answerRequests } from '../../lib/testing/browser-stand-ins.ts';
import { answerOnceItRings, ring, watchRinging } from './answer-control.ts';
import type { RingingSipCall } from './line/sip-client.ts';
import { aCall } from './testing/a-call.ts';

const told = vi.hoisted(() => [] as string[]);
vi.mock(import('../../lib/page/notify.ts'), () => ({
  notify: async ({ message }: Notification) => void told.push(message),
}));

const ID = '0198a5f0-0000-7000-8000-000000000031';
const RINGS = aCall({ id: ID, direction: 'inbound', placedBy: 'telephone' });
const OVER = { ...RINGS, endedAt: '2026-01-01T00:00:09Z' };
const NO_LONGER = 'This call is no longer ringing';

beforeEach(() => {
  told.length = 0;
});

test('Answer in the notification of a call that is over says so, once, and answers nothing later', async () => {
  const stop = watchRinging();
  const over = { status: 200, body: { call: OVER } };
  answerRequests(over, over);
  answerOnceItRings(ID);
  await expect.poll(() => told).toEqual([NO_LONGER]);

  publishLiveEvent({ type: 'call.changed', call: OVER } as never);
  const answered = vi.fn<RingingSipCall['answer']>();
  ring({ id: ID, number: null, hasVoicemail: false, answer: answered, refuse: () => undefined })();
  expect(told).toEqual([NO_LONGER]);
  expect(answered).not.toHaveBeenCalled();
  stop();
});

test('a caller who gives up before the call has come here is told of, and other calls are not', async () => {
  const stop = watchRinging();
  const asked = answerRequests({ status: 200, body: { call: RINGS } });
  answerOnceItRings(ID);
  await expect.poll(() => asked).toHaveLength(1);
  publishLiveEvent({ type: 'call.changed', call: { ...OVER, id: ID.replace('31', '32') } } as never);
  expect(told).toEqual([]);
  publishLiveEvent({ type: 'call.changed', call: OVER } as never);
  expect(told).toEqual([NO_LONGER]);
  stop();
});

test('Answer in the notification of a call that is another person’s, who was signed in here, says that it no longer rings', async () => {
  vi.spyOn(console, 'warn').mockImplementationOnce(() => undefined);
  answerRequests({ status: 404, body: { code: 'not_found', message: 'There is no such call.' } });
  answerOnceItRings(ID);
  await expect.poll(() => told).toEqual([NO_LONGER]);
});
