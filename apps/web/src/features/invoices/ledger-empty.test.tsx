import '../../lib/testing/browser-stand-ins.ts';
import type { User } from '@farline/contracts/auth';
import type { BillingGroup } from '@farline/contracts/billing';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';
import type { Reply } from '../../lib/api/api-routes.ts';
import { queryClient, usageQuery } from '../../lib/session/queries.ts';
import { LedgerEmpty } from './ledger-empty.tsx';

const PRACTICE = 'Practice calls and messages aren’t listed here.';
const PROMISE = 'make a call: it appears here once it has ended.';

const usd = (amount: string) => ({ amount, currency: 'USD' });
const usage = ({ reachesRealPhones = true, credit = '2.0000', available = '0.0000', practised = '0.0000' }) =>
  ({
    usage: { currentMonth: { practicePrice: usd(practised) } },
    trialCredit: usd(credit),
    wallet: { available: usd(available) },
    reachesRealPhones,
  }) as Reply<'GET /billing/usage'>;

/** What an empty history says to somebody of whom the server told this. */
function saidTo(accountState: User['accountState'], told?: Parameters<typeof usage>[0], group?: BillingGroup): string {
  if (told !== undefined) queryClient.setQueryData(usageQuery.queryKey, usage(told));
  return renderToStaticMarkup(<LedgerEmpty user={{ accountState } as User} group={group ?? null} />);
}

beforeEach(() => queryClient.clear());

test.each([
  ['a new account before its first call', {}],
  ['a trial whose practice was in another month', { practised: '0.0000', credit: '1.9745' }],
  ['a trial that has used up its practice credit', { credit: '0.0000' }],
  ['a trial whose usage isn’t known yet', undefined],
])('%s is told where practice calls are, and is promised no line', (_who, told) => {
  expect(saidTo('trial', told)).toContain(PRACTICE);
  expect(saidTo('trial', told)).not.toContain(PROMISE);
});

test('where no carrier reaches real phones practice is no line here while practice credit pays, and one once money does', () => {
  const nowhere = { reachesRealPhones: false, available: '10.0000' };
  expect(saidTo('active', nowhere)).toContain(PRACTICE);
  expect(saidTo('active', { ...nowhere, credit: '0.0000' })).toContain(PROMISE);
});

test('whoever reaches real phones is told that their next call appears, though they practised this month', () => {
  const said = saidTo('active', { available: '10.0000', practised: '0.0255' });
  expect(said).toContain(PROMISE);
  expect(said).not.toContain(PRACTICE);
});

test('where one kind of lines is asked for, others may be there', () => {
  const said = saidTo('trial', {}, 'plans');
  expect(said).toContain('No transactions of this kind in this period');
  expect(said).toContain('Choose another period, or show every transaction.');
  expect(said).not.toContain(PRACTICE);
});
