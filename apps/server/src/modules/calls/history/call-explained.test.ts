import { micros } from '@farline/contracts';
import { expect, test } from 'vitest';
import type { CallProgress } from '../record/call.ts';
import { unplaced } from '../placing/initiate-call.ts';
import type { CallRecord } from '../record/call-record.ts';
import { routeOf } from './call-route.ts';
import { timelineOf } from './call-timeline.ts';

const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 12, 0, second));
const iso = (second: number) => at(second).toISOString();

function aCall(progress: CallProgress, over: Partial<CallRecord> = {}): CallRecord {
  return {
    id: '0195',
    accountId: 'a',
    paidBy: 'money',
    isPractice: true,
    payerWalletId: 'w',
    placer: { kind: 'user', id: null, userId: 'u' },
    mostMicros: null,
    direction: 'outbound',
    from: null,
    fromText: null,
    isNumberWithheld: false,
    to: '+447700900123',
    rated: {
      number: '+447700900123',
      destination: { prefix: '447700', countryCode: 'GB', kind: 'mobile', operator: null },
      terms: {
        currency: 'USD',
        perMinuteMicros: micros(20_000n),
        connectionMicros: micros(0n),
        minimumSeconds: 0,
        firstSeconds: 60,
        nextSeconds: 60,
      },
      rateId: null,
      rateTable: 'sample',
      rateTableVersion: 1,
    },
    initiatedAt: at(0),
    progress,
    allowance: null,
    ...unplaced,
    ...over,
  };
}

const talked: CallProgress = {
  state: 'ended',
  authorisedAt: at(1),
  ringingAt: at(2),
  answeredAt: at(5),
  endedAt: at(50),
  reason: 'credit_exhausted',
  endedBy: 'farline',
  sipStatus: null,
};

test('a whole call is told from the request to the end, with who did what and why it ended', () => {
  const timeline = timelineOf(aCall(talked), [
    { kind: 'extended', at: at(20), seconds: 45 },
    { kind: 'warned', at: at(30), seconds: 20 },
  ]);

  expect(timeline).toEqual([
    { event: 'dialled', at: iso(0), by: 'caller' },
    { event: 'allowed', at: iso(1), by: 'farline' },
    { event: 'rang', at: iso(2), by: 'callee' },
    { event: 'answered', at: iso(5), by: 'callee' },
    { event: 'extended', at: iso(20), by: 'farline', grantedSeconds: 45 },
    { event: 'warned', at: iso(30), by: 'farline', secondsLeft: 20 },
    {
      event: 'ended',
      at: iso(50),
      by: 'farline',
      reason: 'credit_exhausted',
      reasonText: 'The call ended because your balance was used up. Add funds to talk longer.',
    },
  ]);
});

test('a step that another clock dates after the end stands before it all the same', () => {
  const timeline = timelineOf(aCall(talked), [{ kind: 'extended', at: at(51), seconds: 45 }]);

  expect(timeline.map((entry) => entry.event)).toEqual(['dialled', 'allowed', 'rang', 'answered', 'extended', 'ended']);
});

test('a request that was never placed is told as far as it came', () => {
  expect(timelineOf(aCall({ state: 'initiated' }), []).map((entry) => entry.event)).toEqual(['dialled']);
});

test('the route says of each trunk, in order, what it said', () => {
  const call = aCall(talked, { attempts: 'sandbox-a=503,sandbox-b=timeout,sandbox-c=200', trunk: 'sandbox-c' });

  expect(routeOf(call)).toEqual([
    { trunk: 'sandbox-a', outcome: 'refused', sipStatus: 503, sipPhrase: 'Service Unavailable', q850Cause: 41 },
    { trunk: 'sandbox-b', outcome: 'no_sign', sipStatus: null, sipPhrase: null, q850Cause: 102 },
    { trunk: 'sandbox-c', outcome: 'answered', sipStatus: 200, sipPhrase: 'OK', q850Cause: 16 },
  ]);
});

test('a trunk that rings is being tried, and one that was cancelled did not refuse', () => {
  const ringing = aCall({ state: 'ringing', authorisedAt: at(1), ringingAt: at(2) }, { trunk: 'sandbox-a' });
  expect(routeOf(ringing)).toMatchObject([{ trunk: 'sandbox-a', outcome: 'trying', sipStatus: null }]);

  const cancelled = aCall({ ...talked, answeredAt: null }, { attempts: 'sandbox-a=487', trunk: 'sandbox-a' });
  expect(routeOf(cancelled)).toMatchObject([{ outcome: 'cancelled', sipPhrase: 'Request Terminated' }]);
});

test('a call that reached no trunk has no route', () => {
  expect(routeOf(aCall({ state: 'initiated' }))).toEqual([]);
});
