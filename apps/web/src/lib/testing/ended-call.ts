import type { Call } from '@farline/contracts/calls';

const AT = '2031-03-14T10:24:00.000Z';
/** A call of a minute that was answered and ended, with what lists show of it, for $1.2345. */
export const ENDED_CALL = {
  id: '01a22490-1068-72f1-a9bb-92aafdcf0f43',
  to: '+447700900123',
  from: null,
  fromText: null,
  startTime: AT,
  answeredAt: AT,
  endedAt: AT,
  direction: 'outbound',
  placedBy: 'user',
  status: 'completed',
  duration: 61,
  reason: 'hangup_caller',
  reasonText: null,
  endedBy: 'caller',
  isPractice: false,
  included: null,
  callerDoubt: null,
  destination: { prefix: '447700', countryCode: 'GB', kind: 'mobile', operator: null },
  cost: { amount: '1.2345', currency: 'USD' },
} as unknown as Call;
