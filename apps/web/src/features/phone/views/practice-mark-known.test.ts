import '../../../lib/testing/browser-stand-ins.ts';
import type { User } from '@farline/contracts/auth';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../../lib/session/queries.ts';
import { useSession } from '../../../lib/session/session.ts';
import { isPracticeSoFar } from './practice-mark-known.ts';

const NUMBER = '+447700900123';
const is = (accountState: User['accountState']) =>
  useSession.setState({ status: 'signed-in', user: { id: 'ada', accountState } as User }, true);
const told = (isPractice: boolean, balance: string, updatedAt: number) =>
  queryClient.setQueryData(['quote', NUMBER, balance], { isPractice }, { updatedAt });

beforeEach(() => queryClient.clear());

test('without a price a trial’s call is practice, and no other account’s', () => {
  is('trial');
  expect(isPracticeSoFar(NUMBER)).toBe(true);
  is('active');
  expect(isPracticeSoFar(NUMBER)).toBe(false);
});

test('where no carrier reaches real phones every account’s is', () => {
  is('active');
  const here = (reachesRealPhones: boolean) => queryClient.setQueryData<object>(['usage'], { reachesRealPhones });
  here(false);
  expect(isPracticeSoFar(NUMBER)).toBe(true);
  here(true);
  expect(isPracticeSoFar(NUMBER)).toBe(false);
});

test('the latest price says it, and no earlier one does, whatever is known of the account', () => {
  is('trial');
  told(false, '10.0000', 2_000);
  told(true, '0.0000', 1_000);
  expect(isPracticeSoFar(NUMBER)).toBe(false);
  is('active');
  told(true, '0.0000', 3_000);
  expect(isPracticeSoFar(NUMBER)).toBe(true);
});
