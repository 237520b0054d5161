import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { CallEnd, IncomingCall } from '@farline/sip-endpoint';
import { expect, test } from 'vitest';
import { CallLog } from './call-log.ts';

const facts = { trunk: 'sandbox-a', behaviour: 'converse' } as const;

/** As much of a call as the log asks for. */
function aCall(callId: string, dialled = '447700900123') {
  let end: (how: CallEnd) => void = () => {};
  let press: (digit: string) => void = () => {};
  const call = {
    callId,
    dialled,
    from: '14155550100',
    invite: { text: 'INVITE', source: { host: '127.0.0.1', port: 5080 }, sdp: null },
    ended: new Promise<CallEnd>((resolve) => {
      end = resolve;
    }),
    counts: { received: 7, sent: 5, lost: 1, jitterMs: 2, far: null },
    onAudio: () => () => {},
    onDigit: (listener: (digit: string) => void) => {
      press = listener;
      return () => {};
    },
  } as unknown as IncomingCall;
  const hangUp = () => end({ by: 'far', how: 'hung-up', status: null, at: new Date('2030-01-01T00:01:00Z') });
  return { call, hangUp, press: (digit: string) => press(digit) };
}

test('a call is told with what has happened so far', async () => {
  const log = new CallLog(() => new Date('2030-01-01T00:00:00Z'));
  const { call, hangUp, press } = aCall('one');
  const { noteAnswer } = log.follow(call, facts);
  expect(log.find({ dialled: null, limit: 10 })).toMatchObject([{ answeredAt: null, endedAt: null, status: null }]);

  noteAnswer();
  press('4');
  press('2');
  hangUp();
  await call.ended;
  expect(log.open).toBe(0);
  expect(log.find({ dialled: '447700900123', limit: 10 })).toMatchObject([
    {
      callId: 'one',
      source: '127.0.0.1:5080',
      answeredAt: '2030-01-01T00:00:00.000Z',
      endedAt: '2030-01-01T00:01:00.000Z',
      endedBy: 'caller',
      status: 200,
      digits: '42',
      packets: { received: 7, sent: 5, lost: 1, jitterMs: 2 },
    },
  ]);
  expect(log.find({ dialled: '1', limit: 10 })).toEqual([]);
});

test('the latest 2,000 calls are remembered, and of them the latest are told', () => {
  const log = new CallLog();
  for (let i = 0; i < 2010; i++) log.follow(aCall(`${i}`).call, facts);
  const told = log.find({ dialled: null, limit: 5000 });
  expect(told).toHaveLength(2000);
  expect(told[0]?.callId).toBe('10');
  expect(log.find({ dialled: null, limit: 2 }).map(({ callId }) => callId)).toEqual(['2008', '2009']);
});

test('a call that is over is let go, though its figures stay', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const log = new CallLog();
  const held = await (async () => {
    const { call, hangUp } = aCall('gone');
    log.follow(call, facts);
    hangUp();
    await call.ended;
    return new WeakRef(call);
  })();
  await expect
    .poll(() => {
      collectGarbage();
      return held.deref() === undefined;
    })
    .toBe(true);
  expect(log.find({ dialled: null, limit: 1 })).toMatchObject([{ callId: 'gone', packets: { received: 7 } }]);
});
