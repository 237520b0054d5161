import { answerRequests, keepToken } from '../../../lib/testing/browser-stand-ins.ts';
import type { ScheduledMessage } from '@farline/contracts/messages/messages';
import { expect, test } from 'vitest';
import { changeScheduled, changesOf, clockOf, type Entered } from './change-scheduled.ts';

const price = { amount: '0.0500', currency: 'USD' };
const OPENED: ScheduledMessage = {
  id: 's1',
  number: '+999000000001',
  peer: '+447700900123',
  text: 'Hello',
  status: 'scheduled',
  reason: null,
  reasonText: null,
  sendAt: '2034-05-01T08:00:30Z',
  timeZone: null,
  encoding: 'gsm-7',
  segments: 1,
  messageId: null,
  pricePerSegment: price,
  createdAt: '2034-04-01T08:00:00Z',
};
const ENTERED: Entered = { text: OPENED.text, from: OPENED.number, clock: clockOf(OPENED) };
const TOMORROW = { local: '2034-05-02T09:00', timeZone: 'Europe/London' };

test.each<[string, Partial<Entered>, object]>([
  ['the text', { text: 'Hello, Ada' }, { text: 'Hello, Ada' }],
  ['the sender', { from: '+999000000002' }, { from: '+999000000002' }],
  ['the time', { clock: TOMORROW }, { sendAt: TOMORROW }],
  ['nothing', {}, {}],
])(
  'whoever changes %s of a scheduled message sends no more than that and the price that was shown',
  async (_, change, sent) => {
    keepToken('token', 600_000);
    const requests = answerRequests({ status: 200, body: { scheduled: OPENED } });
    await changeScheduled(OPENED, { ...ENTERED, ...change, pricePerSegment: price });
    expect(requests).toMatchObject([{ method: 'PATCH', url: expect.stringContaining('/messages/scheduled/s1') }]);
    expect(requests[0]?.body).toEqual({ ...sent, pricePerSegment: price });
  },
);

test('the same moment by the clocks of another place is another time', () => {
  const there = clockOf({ ...OPENED, timeZone: 'Asia/Tokyo' });
  expect(changesOf(OPENED, { ...ENTERED, clock: there })).toEqual({ clock: there });
});
