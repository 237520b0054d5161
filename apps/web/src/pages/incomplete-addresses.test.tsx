import '../lib/testing/browser-stand-ins.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { Page as ConfirmEmail } from './confirm-email.tsx';
import { Page as PricingCountry } from './pricing-country.tsx';

const shownAt = (address: string): string =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path="/confirm-email" element={<ConfirmEmail />} />
        <Route path="/pricing/:code" element={<PricingCountry />} />
      </Routes>
    </MemoryRouter>,
  );

test('a link of a mail without its token says so, asks for no button and leads to sign-in', () => {
  const page = shownAt('/confirm-email');
  expect(page).toContain('This link is incomplete.');
  expect(page).not.toContain('Press the button');
  expect(page).toContain('href="/login"');
  expect(shownAt('/confirm-email?token=of-the-mail')).toContain('Press the button');
});

test.each(['zz', 'qq', 'eu', 'abc', '1'])('no country has the code %s: its page has no flag and no rates', (code) => {
  const page = shownAt(`/pricing/${code}`);
  expect(page).toContain('We don’t know this country');
  expect(page).toContain(`“${code}”`);
  expect(page).not.toContain('<img');
  expect(page).toContain('href="/pricing"');
});

test.each([
  ['gb', 'United Kingdom'],
  ['xk', 'Kosovo'],
])('the page of %s has the name and the flag of %s', (code, name) => {
  const page = shownAt(`/pricing/${code}`);
  expect(page).toContain(`${name} call rates`);
  expect(page).toContain(`src="/flags/${code.toUpperCase()}.svg"`);
});
