import '../lib/testing/browser-stand-ins.ts';
import { defaultRule } from '@farline/contracts/numbers/number-rules';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { BuyerDialog } from '../features/invoices/buyer-dialog.tsx';
import { buyerQuery } from '../features/invoices/invoices-queries.ts';
import { LimitsPanel } from '../features/limits/limits-panel.tsx';
import { limitsQuery } from '../features/limits/limits-query.ts';
import { FindNumber } from '../features/numbers/find-number.tsx';
import { Greetings } from '../features/numbers/greetings/greetings.tsx';
import { greetingsQuery } from '../features/numbers/greetings/greetings-query.ts';
import { MyNumbers } from '../features/numbers/my-numbers.tsx';
import { numbersQuery, offerCountriesQuery } from '../features/numbers/numbers-queries.ts';
import { ruleQuery } from '../features/numbers/rule-query.ts';
import { AutoTopUp } from '../features/payments/auto-top-up.tsx';
import { autoTopUpQuery } from '../features/payments/payment-queries.ts';
import { NoticeSettingsPart } from '../features/settings/notice-settings.tsx';
import { noticeSettingsQuery } from '../features/settings/settings-queries.ts';
import { queryClient } from '../lib/session/queries.ts';
import { Page as NumberRulePage } from '../pages/number-rule.tsx';

// A dialog is drawn into the page's body, which is not there.
vi.mock('../ui/dialog.tsx', () => ({ Dialog: ({ children }: { children: ReactNode }) => children }));

const NUMBER = '+442079460123';
const usd = (amount: string) => ({ amount, currency: 'USD' });
const figures = {
  ...{ day: usd('50'), hour: usd('20'), perMinute: usd('1'), connectionFee: usd('1'), calls: 3, newCountries: 2 },
};
const ownLimits = { limits: figures, usual: figures, used: figures };
const meter = {
  ...{ most: usd('50'), until: '2034-03-15T08:00:00.000Z', decidedBy: 'money' },
  money: { balance: usd('12'), topUps: usd('0'), savedCards: usd('0'), sum: usd('12') },
  limits: { underWay: usd('0'), parts: [], sum: null },
};
const AddFunds = ({ children }: { children: ReactNode }) => children;
const nothing = () => undefined;

/** What is shown, the query that it is made of with its answer, and what is in it. */
const FORMS: [string, ReactNode, readonly unknown[], unknown, string][] = [
  [
    'the wishes for notices',
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
      ...{ state: 'off', stoppedBecause: null, mark: usd('5.00'), amount: usd('25.00'), dailyCap: usd('100.00') },
      ...{ addedToday: usd('0.00'), paymentMethodId: null, version: 'unset' },
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
      ...{ account: ownLimits, signIn: ownLimits, lifted: [], opened: [], meter },
      ...{ dayEndsAt: '2034-03-15T00:00:00.000Z', hourEndsAt: '2034-03-14T21:00:00.000Z' },
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
      ...{ numbers: [], orders: [], quarantineDays: 30 },
      verified: [{ number: NUMBER, isDefault: false, expiresAt: '2034-03-15T08:00:00.000Z' }],
    },
    'data-testid="verified-number"',
  ],
];

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
