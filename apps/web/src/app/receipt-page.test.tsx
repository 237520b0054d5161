import { answerRequests } from '../lib/testing/browser-stand-ins.ts';
import type { Receipt } from '@farline/contracts/receipts';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { type CheckedReceipt, receiptQuery } from '../features/receipts/receipt-queries.ts';
import { queryClient } from '../lib/session/queries.ts';
import { Page } from '../pages/receipt.tsx';

const LEAD = 'Worked out again here, in your browser';

const RECEIPT: Receipt = {
  id: '0123456789abcdefABCDEF',
  issuer: 'https://farline.example',
  keyId: 'key',
  format: 'farline-receipt-1',
  issuedAt: '2026-11-30T12:02:00.000Z',
  kind: 'call',
  total: { amountMicros: '13000', currency: 'USD' },
  call: {
    id: 'call',
    from: null,
    to: '+447700900123',
    answeredSeconds: 60,
    answeredAt: '2026-11-30T12:00:00.000Z',
    endedAt: '2026-11-30T12:01:00.000Z',
  },
  quote: {
    id: 'quote',
    number: '+447700900123',
    prefix: '44',
    countryCode: 'GB',
    kind: 'mobile',
    operator: null,
    currency: 'USD',
    perMinuteMicros: '13000',
    connectionMicros: '0',
    rateTable: 'sample',
    rateTableVersion: 1,
    minimumSeconds: 0,
    firstSeconds: 60,
    nextSeconds: 60,
    frozenAt: null,
  },
  parts: [
    {
      pays: 'money',
      seconds: 60,
      billedSeconds: 60,
      firstIncrements: 1,
      nextIncrements: 0,
      timeMicros: '13000',
      connectionMicros: '0',
      amountMicros: '13000',
    },
  ],
};

const shownAt = (id: string): string =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={[`/receipts/${id}`]}>
      <Routes>
        <Route path="/receipts/:id" element={<Page />} />
      </Routes>
    </MemoryRouter>,
  );

/** The page of a receipt whose check has come to this. */
function shownOnce(id: string, steps: CheckedReceipt['steps']): string {
  const signed = { receipt: RECEIPT, key: { id: 'key' }, signature: '' } as CheckedReceipt['signed'];
  queryClient.setQueryData(receiptQuery(id).queryKey, { signed, steps });
  return shownAt(id);
}

test('an address without a receipt says nothing of one that was worked out', async () => {
  answerRequests({ status: 404 }, { status: 200, body: { keys: [] } });
  queryClient.setQueryDefaults(['receipts'], { retryOnMount: false });
  await queryClient.prefetchQuery({ ...receiptQuery('none'), retry: false });
  const page = shownAt('none');
  expect(page).toContain('There’s no receipt at this address');
  expect(page).not.toContain(LEAD);
});

test('nobody is told of work that is still to be done, and its place stays where it was', () => {
  expect(shownAt('later')).toMatch(new RegExp(`class="[^"]*\\binvisible\\b[^"]*">${LEAD}`));
});

test('a receipt that was worked out here says so, and one that this browser can’t check does not', () => {
  expect(shownOnce('right', [{ step: 'signature', holds: true }])).toMatch(
    new RegExp(`class="[^"]*text-muted">${LEAD}`),
  );
  expect(shownOnce('unchecked', null)).not.toContain(LEAD);
});
