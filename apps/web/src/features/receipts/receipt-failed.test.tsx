import '../../lib/testing/browser-stand-ins.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { refusal } from '../../lib/api/http.ts';
import { ReceiptFailed } from './receipt-failed.tsx';

const shownAfter = (status: number): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <ReceiptFailed error={refusal(status, '')} onTryAgain={() => undefined} />
    </MemoryRouter>,
  );

test('an address without a receipt asks to check the link; what may pass can be tried again', () => {
  expect(shownAfter(404)).toContain('Check the link.');
  expect(shownAfter(404)).toMatch(/<a[^>]* href="\/"/);
  expect(shownAfter(404)).not.toContain('Try again');
  expect(shownAfter(503)).toContain('Try again');
});
