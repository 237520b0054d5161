import '../lib/testing/browser-stand-ins.ts';
import type { Rate } from '@farline/contracts/rates';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { queryClient, ratesQuery } from '../lib/session/queries.ts';
import { Page } from '../pages/pricing-country.tsx';

const usd = (amount: string) => ({ amount, currency: 'USD' });
const RATE = {
  id: '01a22490-1068-72f1-a9bb-92aafdcf0f43',
  kind: 'fixed',
  prefixes: ['44'],
  open: true,
  perMinute: usd('0.0130'),
  connectionFee: usd('0.0000'),
  firstSeconds: 60,
  nextSeconds: 60,
  minimumSeconds: 0,
} as Rate;

const shownAt = (address: string): string =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path="/pricing/:code" element={<Page />} />
      </Routes>
    </MemoryRouter>,
  );

test.each(['zz', 'qq', 'eu', 'abc', '1'])('no country has the code %s: its page has no flag and no rates', (code) => {
  const page = shownAt(`/pricing/${code}`);
  expect(page).toContain('We don’t know this country');
  expect(page).toContain(`“${code}”`);
  expect(page).not.toContain('<img');
  expect(page).toContain('href="/pricing"');
});

test.each([
  ['gb', 'United Kingdom', 'GB'],
  ['xk', 'Kosovo', 'XK'],
  ['uk', 'United Kingdom', 'GB'],
  ['zr', 'Congo - Kinshasa', 'CD'],
])('the page of %s has the name, the flag and the rates of %s', (code, name, countryCode) => {
  queryClient.setQueryData(ratesQuery(countryCode).queryKey, { rates: [RATE], messageRates: [] });
  const page = shownAt(`/pricing/${code}`);
  expect(page).toContain(`${name} call rates`);
  expect(page).toContain(`src="/flags/${countryCode}.svg"`);
  expect(page).toContain('$0.013');
});
