import '../lib/testing/browser-stand-ins.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { Page } from '../pages/pricing-country.tsx';

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
  ['gb', 'United Kingdom'],
  ['xk', 'Kosovo'],
])('the page of %s has the name and the flag of %s', (code, name) => {
  const page = shownAt(`/pricing/${code}`);
  expect(page).toContain(`${name} call rates`);
  expect(page).toContain(`src="/flags/${code.toUpperCase()}.svg"`);
});
