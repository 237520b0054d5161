import type { CallDetail } from '@farline/contracts/call-detail';
import type { Call, CallPerson } from '@farline/contracts/calls';
import type { CallFigures } from '@farline/contracts/insight';
import type { Reply } from '../../../src/lib/api/api-routes.ts';
import { aCall } from '../../../src/features/phone/testing/a-call.ts';
import { otherSide } from '../../../src/lib/calls/other-side.ts';
import type { Answers } from '../../support/stand-in-answers.ts';
import { FRIEND, idOf, OWN, usd } from './people.ts';

const RESTS = { isPractice: false, paidBy: 'balance', from: OWN, trunk: 'carrier-a' } as const;
const GB = { prefix: '447700', countryCode: 'GB', kind: 'mobile', operator: 'O2' } as const;
const DE = { prefix: '4930', countryCode: 'DE', kind: 'fixed', operator: null } as const;
const FR = { prefix: '336', countryCode: 'FR', kind: 'mobile', operator: 'Orange' } as const;

const answered = (startTime: string, seconds: number, cost: string): Partial<Call> => {
  const answeredAt = new Date(Date.parse(startTime) + 6_000).toISOString();
  const endedAt = new Date(Date.parse(answeredAt) + seconds * 1_000).toISOString();
  return {
    startTime,
    ringingAt: startTime,
    answeredAt,
    endedAt,
    duration: seconds,
    cost: usd(cost),
    status: 'completed',
    reason: 'hangup_caller',
    reasonText: 'You hung up.',
    endedBy: 'caller',
  };
};
const unanswered = (startTime: string): Partial<Call> => ({
  startTime,
  ringingAt: startTime,
  endedAt: startTime,
  cost: usd('0.0000'),
  endedBy: 'callee',
  status: 'failed',
  reason: 'no_answer',
  reasonText: 'Nobody answered.',
});

const LATEST = aCall({
  id: idOf(2, 0),
  ...RESTS,
  to: FRIEND,
  destination: GB,
  ...answered('2031-03-14T09:58:12.000Z', 754, '0.2262'),
});
const EARLIER = [
  { to: '+33612345678', destination: FR, ...answered('2031-03-14T08:11:40.000Z', 61, '0.0305') },
  { to: '+4930901820', destination: DE, ...unanswered('2031-03-13T16:20:05.000Z') },
  {
    ...({ to: OWN, from: '+12125550177', direction: 'inbound', placedBy: 'telephone' } as const),
    destination: { prefix: '1212', countryCode: 'US', kind: 'fixed', operator: null } as const,
    ...answered('2031-03-12T14:02:00.000Z', 3_725, '0.0000'),
  },
  {
    to: '+2348021234567',
    destination: { ...GB, prefix: '234802', countryCode: 'NG', operator: 'MTN' },
    ...answered('2031-03-11T11:30:00.000Z', 128, '0.5717'),
  },
].map((call, index) => aCall({ id: idOf(2, index + 1), ...RESTS, ...call }));
const HISTORY = [LATEST, ...EARLIER];

const DETAIL: CallDetail = {
  call: LATEST,
  timeline: [
    { event: 'dialled', at: '2031-03-14T09:58:12.000Z', by: 'caller' },
    { event: 'allowed', at: '2031-03-14T09:58:12.150Z', by: 'farline' },
    { event: 'rang', at: '2031-03-14T09:58:13.900Z', by: 'callee' },
    { event: 'answered', at: '2031-03-14T09:58:18.000Z', by: 'callee' },
    {
      event: 'ended',
      at: '2031-03-14T10:10:52.000Z',
      by: 'caller',
      reason: 'hangup_caller',
      reasonText: 'You hung up.',
    },
  ],
  route: [
    { trunk: 'carrier-b', outcome: 'refused', sipStatus: 503, sipPhrase: 'Service Unavailable', q850Cause: 41 },
    { trunk: 'carrier-a', outcome: 'answered', sipStatus: 200, sipPhrase: 'OK', q850Cause: null },
  ],
  priceLines: [
    { line: 'answered', seconds: 754 },
    { line: 'time', billedSeconds: 754, perMinute: usd('0.0180'), amount: usd('0.2262'), isRoundedUp: false },
    { line: 'connection', amount: usd('0.0000') },
    { line: 'total', amount: usd('0.2262') },
  ],
  quality: {
    points: Array.from({ length: 60 }, (_, index) => ({
      second: index * 12,
      lossPercent: index % 13 === 5 ? 2.4 : 0,
      jitterMs: 4 + (index % 7),
      roundTripMs: 48 + (index % 5) * 3,
      score: index % 13 === 5 ? 3.6 : 4.3,
    })),
    average: { lossPercent: 0.2, jitterMs: 7, roundTripMs: 54, score: 4.2 },
    worstScore: 3.6,
    verdict: 'good',
  },
  archivedAt: null,
  forward: null,
};

const month = (calls: number, seconds: number, cost: string) => ({
  calls,
  answered: calls - 4,
  answeredSeconds: seconds,
  averageSeconds: Math.round(seconds / calls),
  cost: usd(cost),
});

/** Whoever the calls were with, each once. */
const PEOPLE: CallPerson[] = HISTORY.flatMap((call, index) => {
  const peer = otherSide(call);
  const isFirst = HISTORY.findIndex((one) => otherSide(one) === peer) === index;
  if (peer === null || !peer.startsWith('+') || !isFirst) return [];
  return [{ peer, calls: HISTORY.filter((one) => otherSide(one) === peer).length, last: call }];
});

/** What a page reads of calls and their sums. */
export const CALLS: Answers = {
  'GET /calls/history': { calls: HISTORY, page: 1, limit: 20, total: HISTORY.length },
  'GET /calls/people': { items: PEOPLE, nextCursor: null },
  'GET /calls/active': { call: null },
  'GET /calls/{id}': DETAIL,
  'GET /calls': { items: [], nextCursor: null },
  'GET /calls/stats': {
    period: 'month',
    from: '2031-03-01T00:00:00.000Z',
    to: '2031-03-14T10:24:00.000Z',
    current: month(38, 16_320, '7.4120'),
    previous: month(61, 22_800, '11.9034'),
  },
  'GET /insight/calls': insight,
};

function insight(query: URLSearchParams): Reply<'GET /insight/calls'> {
  const span = { from: '2031-02-13', to: '2031-03-14', zone: 'Europe/London', total: figures(94) };
  const countries = ['GB', 'FR', 'US', 'NG', 'DE'].map((countryCode, index) => ({
    countryCode,
    ...figures(36 - index * 7),
  }));
  const by = query.get('by');
  if (by === 'country') return { ...span, by, items: countries };
  if (by === 'destination')
    return { ...span, by, items: countries.map((each) => ({ ...each, kind: 'mobile' as const })) };
  const days = Array.from({ length: 30 }, (_, index) => ({
    ...figures((index * 5) % 8),
    day: new Date(Date.parse('2031-02-13') + index * 86_400_000).toISOString().slice(0, 10),
  }));
  return { ...span, by: 'day', items: days };
}

function figures(calls: number): CallFigures {
  const answeredCalls = Math.ceil(calls * 0.8);
  return {
    calls,
    answered: answeredCalls,
    answeredSeconds: answeredCalls * 214,
    minutes: Math.round(answeredCalls * 357) / 100,
    spend: usd((answeredCalls * 0.0642).toFixed(4)),
    answerRate: calls === 0 ? null : 0.8,
    averageSeconds: calls === 0 ? null : 214,
  };
}
