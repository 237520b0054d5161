import { answerRequests } from '../lib/testing/browser-stand-ins.ts';
import type { LiveEvent } from '@farline/contracts/live';
import { type QueryKey, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { insightQuery } from '../features/analytics/insight-query.ts';
import { invoicesQuery, ledgerQuery } from '../features/invoices/invoices-queries.ts';
import {
  autoTopUpQuery,
  fundsQuery,
  paymentMethodsQuery,
  paymentsQuery,
} from '../features/payments/payment-queries.ts';
import { refundsQuery } from '../lib/session/refunds-query.ts';
import { planQuoteQuery, subscriptionQuery } from '../features/plans/plan-queries.ts';
import { contactsQuery } from '../features/contacts/contacts-queries.ts';
import { limitsQuery } from '../features/limits/limits-query.ts';
import { previewQuery, threadsQuery } from '../features/messages/messages-queries.ts';
import { templatesQuery } from '../features/messages/templates/templates-query.ts';
import { factorsQuery } from '../features/settings/factors-queries.ts';
import { noticesQuery } from '../features/notices/notices-query.ts';
import { sendersQuery } from '../lib/messages/senders.ts';
import {
  callDetailQuery,
  contactNamesQuery,
  historyQuery,
  queryClient,
  ratesQuery,
  statsQuery,
  usageQuery,
} from '../lib/session/queries.ts';
import { applyLiveEvent } from './apply-live-event.ts';

const KEYS: Record<string, QueryKey> = {
  usage: usageQuery.queryKey,
  stats: statsQuery.queryKey,
  history: historyQuery(1, 20, { status: 'failed' }).queryKey,
  detail: callDetailQuery('this').queryKey,
  otherDetail: callDetailQuery('other').queryKey,
  insight: insightQuery({ from: '2026-01-01', to: '2026-01-31', zone: 'UTC' }).queryKey,
  subscription: subscriptionQuery.queryKey,
  ledger: ledgerQuery({ startDate: '2026-01-01', endDate: '2026-01-31' }).queryKey,
  funds: fundsQuery.queryKey,
  planQuote: planQuoteQuery('plus').queryKey,
  payments: paymentsQuery.queryKey,
  refunds: refundsQuery.queryKey,
  autoTopUp: autoTopUpQuery.queryKey,
  methods: paymentMethodsQuery.queryKey,
  invoices: invoicesQuery.queryKey,
  limits: limitsQuery.queryKey,
  notices: noticesQuery.queryKey,
  contacts: contactsQuery({ q: 'Ada', favourite: false }).queryKey,
  names: contactNamesQuery.queryKey,
  rates: ratesQuery('GB').queryKey,
  quote: ['quote', '+447700900123', '2.0000'],
  threads: threadsQuery({ q: '', isBlocked: false }).queryKey,
  templates: templatesQuery.queryKey,
  senders: sendersQuery.queryKey,
  factors: factorsQuery.queryKey,
  preview: previewQuery('+447700900123', { text: 'Hello', encoding: 'gsm-7', segments: 1 }).queryKey,
};

beforeEach(() => {
  answerRequests({ status: 200, body: {} });
  queryClient.clear();
  for (const key of Object.values(KEYS)) queryClient.setQueryData(key, {});
});

const call = { id: 'this', answeredAt: '2026-01-01T00:00:00Z', endedAt: null };
const begun = { type: 'call.changed', call: { ...call, answeredAt: null } } as LiveEvent;
const running = { type: 'call.changed', call } as LiveEvent;
const ended = { type: 'call.changed', call: { id: 'this', endedAt: '2026-01-01T00:00:00Z' } } as LiveEvent;
const wallet = { type: 'wallet.changed', wallet: { balance: { amount: '1.20', currency: 'USD' } } } as LiveEvent;

test.each<[string, LiveEvent, string[]]>([
  ['a call begins', begun, ['history', 'detail', 'limits', 'stats', 'usage']],
  ['a call goes on', running, ['history', 'detail', 'limits']],
  ['a call ends', ended, ['history', 'detail', 'limits', 'stats', 'usage', 'insight']],
  ['money moves', wallet, ['limits', 'ledger', 'payments', 'refunds', 'autoTopUp', 'funds', 'planQuote', 'preview']],
  ['the plan changes', { type: 'plan.changed' }, ['subscription', 'planQuote', 'usage', 'quote', 'preview']],
  ['an allowance is used', { type: 'allowance.changed' }, ['subscription', 'usage', 'quote', 'preview']],
  ['an invoice is written', { type: 'invoices.changed' }, ['invoices', 'ledger']],
  [
    'a payment moves no money, a refund arrives, or automatic top-up stops',
    { type: 'payments.changed' },
    ['payments', 'refunds', 'autoTopUp', 'methods', 'limits'],
  ],
  ['a limit changes', { type: 'limits.changed' }, ['limits', 'quote', 'preview']],
  ['a contact changes', { type: 'contacts.changed' }, ['contacts', 'names', 'threads']],
  ['a template changes', { type: 'templates.changed' }, ['templates']],
  ['a number changes', { type: 'number.changed' }, ['senders']],
  [
    'the account or its user changes',
    { type: 'user.changed' },
    ['usage', 'senders', 'stats', 'insight', 'ledger', 'limits', 'factors'],
  ],
  ['notices change', { type: 'notice.changed', notice: null, unread: 0 }, ['notices']],
])(
  'when %s, what it touches is asked for again, though no page shows it, and nothing else is',
  (_what, event, touched) => {
    applyLiveEvent(event);
    const stale = Object.entries(KEYS).filter(([, key]) => queryClient.getQueryState(key)?.isInvalidated);
    expect(stale.map(([name]) => name).sort()).toEqual(touched.toSorted());
  },
);

test('the balance that is pushed stands in the cache at once', () => {
  applyLiveEvent(wallet);
  expect(queryClient.getQueryData(usageQuery.queryKey)).toMatchObject({ balance: 1.2 });
});

const PUSHED = { balance: 1.2, wallet: { balance: { amount: '1.20', currency: 'USD' } } };

test.each([
  ['', {}, PUSHED],
  [', on the first load', undefined, undefined],
])(
  'an answer that was under way when a balance was pushed does not overwrite it%s: it is asked for again',
  async (_when, before, meanwhile) => {
    if (before === undefined) queryClient.removeQueries({ queryKey: usageQuery.queryKey });
    const answers: ((usage: object) => void)[] = [];
    const queryFn = async () => await new Promise<object>((answer) => answers.push(answer));
    const shown = new QueryObserver(queryClient, { queryKey: usageQuery.queryKey, queryFn, staleTime: 0 });
    const stop = shown.subscribe(() => undefined);
    await expect.poll(() => answers.length).toBe(1);

    applyLiveEvent(wallet);
    answers[0]?.({ balance: 9 });
    await expect.poll(() => answers.length).toBe(2);
    expect(shown.getCurrentResult().data).toEqual(meanwhile);
    answers[1]?.(PUSHED);

    await expect
      .poll(() => shown.getCurrentResult())
      .toMatchObject({ data: PUSHED, isError: false, isFetching: false });
    stop();
  },
);
