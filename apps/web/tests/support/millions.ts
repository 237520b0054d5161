import type { CallFigures } from '@farline/contracts/insight';
import type { Reply } from '../../src/lib/api/api-routes.ts';
import type { Answers } from './stand-in-answers.ts';

/** What the pages of an account read that moves millions, and calls places with long names. */

const MILLION = { amount: '1234567.8901', currency: 'USD' };
const COUNTRIES = ['GB', 'GS', 'BA', 'CD', 'VC'];

const USAGE: Reply<'GET /billing/usage'> = {
  usage: {
    currentMonth: {
      calls: 123_456,
      sms: 0,
      cost: 1_234_567.89,
      price: MILLION,
      callsPrice: MILLION,
      practicePrice: { amount: '0.0000', currency: 'USD' },
      seconds: 7_407_407,
      includedSeconds: 0,
    },
    previousMonth: { price: MILLION },
    allowances: [],
  },
  balance: 1_234_567.89,
  wallet: { balance: MILLION, held: MILLION, available: MILLION },
  trialCredit: { amount: '0.0000', currency: 'USD' },
  trialWithheldFor: null,
  reachesRealPhones: true,
};
const MONTH = { calls: 123_456, answered: 100_000, answeredSeconds: 4_500_000, averageSeconds: 45_000, cost: MILLION };
const STATS: Reply<'GET /calls/stats'> = {
  period: 'month',
  from: '2031-03-01T00:00:00.000Z',
  to: '2031-03-14T10:24:00.000Z',
  current: MONTH,
  previous: MONTH,
};

export const MILLIONS: Answers = {
  'GET /billing/usage': USAGE,
  'GET /calls/stats': STATS,
  'GET /insight/calls': insight,
};

function insight(query: URLSearchParams): Reply<'GET /insight/calls'> {
  const span = { from: '2031-03-01', to: '2031-03-30', zone: 'UTC', total: figuresOf(1) };
  const countries = COUNTRIES.map((countryCode, index) => ({ countryCode, ...figuresOf(index + 1) }));
  const by = query.get('by');
  if (by === 'country') return { ...span, by, items: countries };
  if (by === 'destination') {
    return { ...span, by, items: countries.map((country) => ({ ...country, kind: 'mobile' })) };
  }
  const items = Array.from({ length: 30 }, (_, index) => ({
    ...figuresOf(1 + (index % 5)),
    day: `2031-03-${String(index + 1).padStart(2, '0')}`,
  }));
  return { ...span, by: 'day', items };
}

function figuresOf(share: number): CallFigures {
  return {
    calls: Math.round(1_234_567 / share),
    answered: 1_000_000,
    answeredSeconds: 7_407_407,
    minutes: 123_456.78,
    spend: { amount: (1_234_567.8901 / share).toFixed(4), currency: 'USD' },
    answerRate: 0.81,
    averageSeconds: 45_000,
  };
}
