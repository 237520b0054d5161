import '../lib/testing/browser-stand-ins.ts';
import { defaultRule } from '@farline/contracts/numbers/number-rules';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { BuyerDialog } from '../features/invoices/buyer-dialog.tsx';
import { buyerQuery } from '../features/invoices/invoices-queries.ts';
import { BroadcastList } from '../features/broadcasts/broadcast-list.tsx';
import { broadcastsQuery } from '../features/broadcasts/broadcasts-queries.ts';
import { CallHistory } from '../features/calls/call-history.tsx';
import { RecentCalls } from '../features/calls/recent-calls.tsx';
import { LimitsPanel } from '../features/limits/limits-panel.tsx';
import { limitsQuery } from '../features/limits/limits-query.ts';
import { messagesWithQuery } from '../features/messages/messages-queries.ts';
import { ThreadView } from '../features/messages/thread-view.tsx';
import { VoicemailList } from '../features/messages/voicemail/voicemail-list.tsx';
import { voicemailsQuery } from '../features/messages/voicemail/voicemail-queries.ts';
import { FindNumber } from '../features/numbers/find-number.tsx';
import { Greetings } from '../features/numbers/greetings/greetings.tsx';
import { greetingsQuery } from '../features/numbers/greetings/greetings-query.ts';
import { MyNumbers } from '../features/numbers/my-numbers.tsx';
import { numbersQuery, offerCountriesQuery, offersQuery } from '../features/numbers/numbers-queries.ts';
import { ruleQuery } from '../features/numbers/rule-query.ts';
import { AutoTopUp } from '../features/payments/auto-top-up.tsx';
import { autoTopUpQuery } from '../features/payments/payment-queries.ts';
import { NoticeSettingsPart } from '../features/settings/notice-settings.tsx';
import { factorsQuery } from '../features/settings/factors-queries.ts';
import { SecondFactors } from '../features/settings/second-factors.tsx';
import { SessionList } from '../features/settings/session-list.tsx';
import { noticeSettingsQuery, sessionsQuery, sipPhonesQuery } from '../features/settings/settings-queries.ts';
import { SipPhones } from '../features/settings/sip-phones.tsx';
import { historyQuery, queryClient, recentCallsQuery } from '../lib/session/queries.ts';
import { Page as NumberRulePage } from '../pages/number-rule.tsx';

// A dialog is drawn into the page's body, which is not there.
vi.mock('../ui/dialog.tsx', () => ({ Dialog: ({ children }: { children: ReactNode }) => children }));

const NUMBER = '+442079460123';
const usd = (amount: string) => ({ amount, currency: 'USD' });
const figures = {
  day: usd('50'),
  hour: usd('20'),
  perMinute: usd('1'),
  connectionFee: usd('1'),
  calls: 3,
  newCountries: 2,
};
const ownLimits = { limits: figures, usual: figures, used: figures };
const meter = {
  most: usd('50'),
  until: '2034-03-15T08:00:00.000Z',
  decidedBy: 'money',
  money: { balance: usd('12'), topUps: usd('0'), savedCards: usd('0'), sum: usd('12') },
  limits: { underWay: usd('0'), parts: [], sum: null },
};
const AddFunds = ({ children }: { children: ReactNode }) => children;
const nothing = () => undefined;

/** What is shown, the query that it is made of with its answer, and what is in it. */
const FORMS: [string, ReactNode, readonly unknown[], unknown, string][] = [
  [
    'the settings of notices',
    <NoticeSettingsPart key="" email="ada@example.org" />,
    noticeSettingsQuery.queryKey,
    { lowBalanceMark: usd('5.00'), mail: {}, push: {} },
    'name="lowBalanceMark"',
  ],
  [
    'the rule of a number',
    <MemoryRouter key="" initialEntries={[`/numbers/${NUMBER}/rule`]}>
      <Routes>
        <Route path="/numbers/:number/rule" element={<NumberRulePage />} />
      </Routes>
    </MemoryRouter>,
    ruleQuery(NUMBER).queryKey,
    { number: NUMBER, version: 1, rule: defaultRule('UTC'), phones: [] },
    'data-testid="rule-open"',
  ],
  [
    'the name on invoices',
    <BuyerDialog key="" onClose={nothing} />,
    buyerQuery.queryKey,
    { name: 'Ada', address: '', country: 'GB', taxId: '' },
    'value="Ada"',
  ],
  [
    'automatic top-up',
    <AutoTopUp key="" />,
    autoTopUpQuery.queryKey,
    {
      state: 'off',
      stoppedBecause: null,
      mark: usd('5.00'),
      amount: usd('25.00'),
      dailyCap: usd('100.00'),
      addedToday: usd('0.00'),
      paymentMethodId: null,
      version: 'unset',
    },
    'name="dailyCap"',
  ],
  [
    'the limits',
    <MemoryRouter key="">
      <LimitsPanel onCall={nothing} />
    </MemoryRouter>,
    limitsQuery.queryKey,
    {
      account: ownLimits,
      signIn: ownLimits,
      lifted: [],
      opened: [],
      meter,
      dayEndsAt: '2034-03-15T00:00:00.000Z',
      hourEndsAt: '2034-03-14T21:00:00.000Z',
    },
    'name="limits.day"',
  ],
  ['the greetings', <Greetings key="" />, greetingsQuery.queryKey, { items: [], most: 20 }, 'data-testid="greetings"'],
  [
    'the search for a number',
    <FindNumber key="" AddFunds={AddFunds} />,
    offerCountriesQuery.queryKey,
    { countries: [{ country: 'GB' }], providerCountries: [] },
    'inputMode="numeric"',
  ],
  [
    'the numbers of an account',
    <MyNumbers key="" AddFunds={AddFunds} />,
    numbersQuery.queryKey,
    {
      numbers: [],
      orders: [],
      quarantineDays: 30,
      verified: [{ number: NUMBER, isDefault: false, expiresAt: '2034-03-15T08:00:00.000Z' }],
    },
    'data-testid="verified-number"',
  ],
];

vi.stubGlobal('matchMedia', () => ({ matches: false }));
beforeEach(() => queryClient.clear());

/** The server answered once, and not when it was asked again behind the page's back. */
function failSince(queryKey: readonly unknown[], data: unknown): void {
  queryClient.setQueryData(queryKey, data);
  const query = queryClient.getQueryCache().find({ queryKey });
  query?.setState({ status: 'error', error: new TypeError('fetch failed'), errorUpdatedAt: Date.now() });
}

test.each(FORMS)('%s: what is typed stays where reading it anew fails', (_name, shown, queryKey, data, part) => {
  failSince(queryKey, data);
  const html = renderToStaticMarkup(shown);
  expect(html).toContain(part);
  expect(html).not.toContain('Try again');
});

const firstPage = (page: unknown) => ({ pages: [page], pageParams: [null] });
const asApart = () => null;

/** The same of lists, one of whose later pages may not have been read, too. */
const LISTS: [string, ReactNode, readonly unknown[], unknown, string][] = [
  [
    'a conversation',
    <ThreadView
      key=""
      {...{ peer: NUMBER, at: null, list: { path: '/messages', word: '', onLeave: nothing }, takesFocus: false }}
      {...{ onCall: nothing, contacts: { add: asApart, open: asApart, tags: asApart } }}
    />,
    messagesWithQuery([NUMBER]).queryKey,
    firstPage({ items: [], nextCursor: null }),
    'role="log"',
  ],
  [
    'voicemails',
    <VoicemailList key="" openId={null} onCall={nothing} />,
    voicemailsQuery(null).queryKey,
    firstPage({ items: [], nextCursor: null, boxes: [], unheard: 0, usedSeconds: 0, mostSeconds: 100 }),
    'No voicemail yet',
  ],
  [
    'the call history',
    <CallHistory key="" onCall={nothing} addContact={asApart} aboutPerson={asApart} />,
    historyQuery(1, 20, { q: 'ada', defaultCountry: 'US' }).queryKey,
    { calls: [], total: 0, page: 1, limit: 20 },
    'role="status"',
  ],
  [
    'the latest calls',
    <RecentCalls key="" onCall={nothing} leadsOn addContact={asApart} />,
    recentCallsQuery.queryKey,
    { calls: [], total: 0, page: 1, limit: 5 },
    'No calls yet',
  ],
  ['broadcasts', <BroadcastList key="" />, broadcastsQuery.queryKey, [], 'href="/messages/broadcasts/new"'],
  [
    'SIP phones',
    <SipPhones key="" />,
    sipPhonesQuery.queryKey,
    { phones: [], registrar: { domain: 'example.org', host: 'example.org', transports: [] } },
    'Add a phone',
  ],
  [
    'second factors',
    <SecondFactors key="" />,
    factorsQuery.queryKey,
    { factors: [], recoveryCodesLeft: 0 },
    '>Add a passkey',
  ],
  [
    'sign-ins',
    <SessionList key="" />,
    sessionsQuery.queryKey,
    [
      {
        id: '1',
        isCurrent: true,
        device: { kind: 'unknown', browser: null, system: null },
        startedAt: '2034-03-14T08:00:00Z',
        lastSeenAt: '2034-03-14T08:00:00Z',
      },
    ],
    'This device',
  ],
  [
    'numbers for rent',
    <FindNumber key="" AddFunds={AddFunds} />,
    offersQuery({ country: '', type: '', digits: '', where: 'end' }).queryKey,
    firstPage({
      nextCursor: null,
      numbers: [
        {
          number: NUMBER,
          country: 'GB',
          type: 'fixed',
          voice: true,
          sms: false,
          documents: null,
          monthly: usd('1'),
          setup: usd('0'),
          perMinute: usd('0'),
          firstMonthTo: null,
        },
      ],
    }),
    'data-testid="offers"',
  ],
];

test.each(LISTS)('%s: what is shown stays where reading it anew fails', (_name, shown, queryKey, data, part) => {
  const inBritain = { country: 'GB', types: [], count: 1 };
  queryClient.setQueryData(offerCountriesQuery.queryKey, { countries: [inBritain], providerCountries: [] });
  failSince(queryKey, data);
  const html = renderToStaticMarkup(<MemoryRouter initialEntries={['/?q=ada']}>{shown}</MemoryRouter>);
  expect(html).toContain(part);
});
