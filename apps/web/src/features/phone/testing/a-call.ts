import type { Call } from '@farline/contracts/calls';

const usd = (amount: string) => ({ amount, currency: 'USD' });
const CALL: Call = {
  id: '0198a5f0-0000-7000-8000-000000000001',
  to: '+447700900123',
  startTime: '2026-01-01T00:00:00Z',
  duration: 0,
  status: 'initiated',
  reason: null,
  reasonText: null,
  direction: 'outbound',
  placedBy: 'user',
  from: null,
  fromText: null,
  isNumberWithheld: false,
  callerDoubt: null,
  destination: { prefix: '447700', countryCode: 'GB', kind: 'mobile', operator: null },
  terms: { perMinute: usd('0.0180'), connectionFee: usd('0.0000'), minimumSeconds: 1, firstSeconds: 1, nextSeconds: 1 },
  ringingAt: null,
  answeredAt: null,
  endedAt: null,
  endedBy: null,
  cost: null,
  isPractice: true,
  paidBy: 'trial_credit',
  included: null,
  endsAfterSeconds: null,
  endsBecause: null,
  sipStatus: null,
  trunk: null,
};

/** A call's record for tests, with what differs. */
export function aCall(over: Partial<Call> = {}): Call {
  return { ...CALL, ...over };
}
