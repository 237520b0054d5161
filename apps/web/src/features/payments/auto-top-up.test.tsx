import '../../lib/testing/browser-stand-ins.ts';
import type { AutoTopUpView } from '@farline/contracts/payments/auto-top-up';
import type { PaymentMethodView } from '@farline/contracts/payments/payment-methods';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../lib/session/queries.ts';
import { AutoTopUp } from './auto-top-up.tsx';
import { autoTopUpQuery, paymentMethodsQuery } from './payment-queries.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' });
const BY_SECOND: AutoTopUpView = {
  state: 'on',
  stoppedBecause: null,
  mark: usd('5.0000'),
  amount: usd('25.0000'),
  dailyCap: usd('100.0000'),
  addedToday: usd('0.0000'),
  paymentMethodId: 'second',
  version: 'unset',
};
const card = (id: string, isDefault: boolean): PaymentMethodView => ({
  id,
  label: `Card ${id}`,
  isDefault,
  brand: 'visa',
  lastFour: '4242',
  expires: '2034-12',
  expiry: 'good',
  addedAt: '2034-01-01T00:00:00Z',
});
const FIRST = card('first', true);
const SECOND = card('second', false);

beforeEach(() => queryClient.clear());

/** What can be chosen, and what is, once these cards are known; undefined: they are not. */
function shownWith(methods: PaymentMethodView[] | undefined): { options: string[]; chosen: string | undefined } {
  queryClient.setQueryData(autoTopUpQuery.queryKey, BY_SECOND);
  queryClient.setQueryData(paymentMethodsQuery.queryKey, methods);
  const html = renderToStaticMarkup(<AutoTopUp />);
  return {
    options: [...html.matchAll(/<option[^>]*>([^<]*)/g)].map(([, label = '']) => label),
    chosen: /<option[^>]* selected=""[^>]*>([^<]*)/.exec(html)?.[1],
  };
}

test('the card that is charged is the one that is shown', () => {
  expect(shownWith([FIRST, SECOND])).toEqual({
    options: ['Default card', 'Card first', 'Card second'],
    chosen: 'Card second',
  });
});

test('while the cards are not known no other is shown in its place', () => {
  expect(shownWith(undefined)).toEqual({ options: [], chosen: undefined });
});

test('a card that was removed gives way to the default one', () => {
  expect(shownWith([FIRST])).toEqual({ options: ['Default card', 'Card first'], chosen: 'Default card' });
});
