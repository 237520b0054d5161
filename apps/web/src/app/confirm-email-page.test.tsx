import '../lib/testing/browser-stand-ins.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { Page } from '../pages/confirm-email.tsx';

const shownAt = (address: string): string =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path="/confirm-email" element={<Page />} />
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
