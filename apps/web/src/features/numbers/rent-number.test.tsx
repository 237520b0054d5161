import '../../lib/testing/browser-stand-ins.ts';
import type { OfferedNumber } from '@farline/contracts/numbers/numbers';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Reply } from '../../lib/api/api-routes.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { numbersQuery } from './numbers-queries.ts';
import { RentTerms } from './rent-number.tsx';

const usd = (amount: string) => ({ amount, currency: 'USD' });
const OFFER = {
  number: '+442079460123',
  voice: true,
  firstMonthTo: null,
  monthly: usd('1.2000'),
  perMinute: usd('0.0000'),
};
const SANDBOX = { number: '+999815916551', kind: 'sandbox', isDefault: true, voice: true };
const RENTED = { ...SANDBOX, number: '+12015550142', kind: 'rented' };

/** What is said of renting it to somebody with these numbers. */
function termsWith(numbers: object[], offer: object = {}): string {
  queryClient.setQueryData(numbersQuery.queryKey, { numbers, graceDays: 14 } as Reply<'GET /numbers'>);
  return renderToStaticMarkup(<RentTerms offer={{ ...OFFER, ...offer } as OfferedNumber} />);
}

test('whoever rents the number that their calls will show is told so', () => {
  const said = 'Your calls will show this number, unless you’ve chosen another for them.';
  expect(termsWith([SANDBOX])).toContain(said);
  expect(termsWith([SANDBOX], { voice: false })).not.toContain(said);
  expect(termsWith([RENTED, { ...SANDBOX, isDefault: false }])).not.toContain(said);
  // A verified number is the chosen one.
  expect(termsWith([{ ...SANDBOX, isDefault: false }])).not.toContain(said);
});

test('whoever had the number unpaid is told that those days count in the first month, and when it ends', () => {
  const said = 'They count towards the first month, which ends on';
  expect(termsWith([RENTED], { firstMonthTo: '2026-05-20T09:30:00.000Z' })).toMatch(
    new RegExp(`${said} (20 May|May 20,) 2026\\.`),
  );
  expect(termsWith([RENTED])).not.toContain(said);
});
