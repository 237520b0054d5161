import { answerRequests } from './testing/browser-stand-ins.ts';
import { loginRequest, registerRequest } from '@farline/contracts/auth';
import { validationMessages } from '@farline/contracts/validation-messages';
import { expect, test, vi } from 'vitest';
import { readListView } from '../features/calls/call-filters.ts';
import { formatBalance } from './format/format.ts';
import { sendJson } from './api/http.ts';
import { queryClient, statsQuery } from './session/queries.ts';
import { themeOf } from './page/theme-state.ts';
import { UploadProgress } from './api/upload-progress.ts';
import { WIDE } from './page/use-media-query.ts';

test('requests are given up after 30 seconds', async () => {
  answerRequests({ status: 200, body: {} });
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  await sendJson('GET', '/auth/health', { headers: {} });
  expect(timeout).toHaveBeenCalledWith(30_000);
});

test('the cache, the statistics, the history, the theme and the sidebar begin as specified', () => {
  expect(queryClient.getDefaultOptions().queries).toMatchObject({
    staleTime: 300_000,
    retry: 1,
    refetchOnWindowFocus: false,
  });
  expect(statsQuery.queryKey).toContain('month');
  expect(readListView(new URLSearchParams()).page).toBe(1);
  expect(themeOf(null)).toBe('system');
  expect(WIDE).toBe('(min-width: 64rem)');
  expect(formatBalance({ amount: '0', currency: 'USD' })).toBe('$0.00');
});

test('an upload tells each whole percent once', () => {
  const told: number[] = [];
  const progress = new UploadProgress((percent) => told.push(percent));
  for (let sent = 0; sent <= 1_000; sent += 1) progress.moved(sent, 1_000);
  expect(told).toHaveLength(told[0] === 0 ? 101 : 100);
  expect(told.every((percent) => Number.isInteger(percent))).toBe(true);
});

test('the sentences and rules of forms name the specified limits', () => {
  expect(validationMessages.passwordTooShortForLogin).toContain('6 characters');
  expect(validationMessages.passwordTooShort).toContain('8 characters');
  expect(validationMessages.firstNameTooShort).toContain('2 characters');
  const atSignIn = loginRequest.shape.password;
  expect(atSignIn.safeParse('123456').success).toBe(true);
  expect(atSignIn.safeParse('12345').success).toBe(false);
  const phone = registerRequest.shape.phone;
  expect(phone.safeParse(`+${'1'.repeat(16)}`).success).toBe(true);
  expect(phone.safeParse(`+${'1'.repeat(17)}`).success).toBe(false);
});
