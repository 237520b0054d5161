import { answerRequests } from './testing/browser-stand-ins.ts';
import { loginRequest, registerRequest } from '@farline/contracts/auth';
import { validationMessages } from '@farline/contracts/validation-messages';
import { expect, test, vi } from 'vitest';
import { readListView } from '../features/calls/call-filters.ts';
import { formatBalance } from './format/format.ts';
import { sendJson } from './api/http.ts';
import { queryClient, statsQuery } from './session/queries.ts';
import { SPECIFIED } from './specification-constants.ts';
import { themeOf } from './page/theme-state.ts';
import { UploadProgress } from './api/upload-progress.ts';
import { WIDE } from './page/use-media-query.ts';

test.each([
  ['Request time-out', SPECIFIED.requestTimeoutMs, 30_000],
  ['Call history default', SPECIFIED.history, { page: 1, limit: 20 }],
  ['Dashboard recent calls', SPECIFIED.dashboardRecentCalls, 5],
  ['Password minimum, login', SPECIFIED.passwordLengthAtSignIn, 6],
  ['Password minimum, register', SPECIFIED.passwordLengthAtSignUp, 8],
  ['Name minimum', SPECIFIED.nameLength, 2],
  ['Phone', SPECIFIED.phoneDigits, 16],
  ['Stats period default', SPECIFIED.statsPeriod, 'month'],
  ['Theme default', SPECIFIED.theme, 'system'],
  ['Sidebar auto-close', SPECIFIED.sidebarClosesBelow, 1024],
  ['Data cache', SPECIFIED.cache, { staleMs: 300_000, retries: 1, refetchOnFocus: false }],
  ['API test pause', SPECIFIED.apiTestPauseMs, 500],
  ['IVR simulated connect', SPECIFIED.ivr.connectMs, 2_000],
  ['IVR simulated call connect', SPECIFIED.ivr.callConnectMs, 3_000],
  ['IVR prompts', SPECIFIED.ivr.promptEveryMs, 4_000],
  ['WebRTC simulated connect', SPECIFIED.webrtcConnectMs, 2_000],
  ['Default balance display', SPECIFIED.balance, { amount: '0.00', currency: 'USD' }],
  ['Default SIP test port', SPECIFIED.ivr.sipPort, 5060],
  ['Sample IVR balances, PIN account', SPECIFIED.ivr.pinBalance.amount, '25.50'],
  ['Sample IVR balances, caller-ID account', SPECIFIED.ivr.callerIdBalance.amount, '15.75'],
  ['Upload progress', SPECIFIED.uploadProgressStep, 1],
])('section 9: %s', (_item, value, specified) => {
  expect(value).toEqual(specified);
});

test('requests are given up after the specified time', async () => {
  answerRequests({ status: 200, body: {} });
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  await sendJson('GET', '/auth/health', { headers: {} });
  expect(timeout).toHaveBeenCalledWith(SPECIFIED.requestTimeoutMs);
});

test('the cache, the statistics, the history, the theme and the sidebar begin as specified', () => {
  expect(queryClient.getDefaultOptions().queries).toMatchObject({
    staleTime: 300_000,
    retry: 1,
    refetchOnWindowFocus: false,
  });
  expect(statsQuery.queryKey).toContain('month');
  expect(readListView(new URLSearchParams()).page).toBe(SPECIFIED.history.page);
  expect(themeOf(null)).toBe('system');
  expect(WIDE).toBe('(min-width: 64rem)');
  expect(formatBalance(SPECIFIED.balance)).toBe('$0.00');
});

test('an upload tells each step of the specified size once', () => {
  const told: number[] = [];
  const progress = new UploadProgress((percent) => told.push(percent));
  for (let sent = 0; sent <= 1_000; sent += 1) progress.moved(sent, 1_000);
  expect(told).toHaveLength(told[0] === 0 ? 101 : 100);
  expect(told.every((percent) => percent % SPECIFIED.uploadProgressStep === 0)).toBe(true);
});

test('the sentences and rules that both sides share name the same limits', () => {
  expect(validationMessages.passwordTooShortForLogin).toContain(`${SPECIFIED.passwordLengthAtSignIn} characters`);
  expect(validationMessages.passwordTooShort).toContain(`${SPECIFIED.passwordLengthAtSignUp} characters`);
  expect(validationMessages.firstNameTooShort).toContain(`${SPECIFIED.nameLength} characters`);
  const atSignIn = loginRequest.shape.password;
  expect(atSignIn.safeParse('1'.repeat(SPECIFIED.passwordLengthAtSignIn)).success).toBe(true);
  expect(atSignIn.safeParse('1'.repeat(SPECIFIED.passwordLengthAtSignIn - 1)).success).toBe(false);
  const phone = registerRequest.shape.phone;
  expect(phone.safeParse(`+${'1'.repeat(SPECIFIED.phoneDigits)}`).success).toBe(true);
  expect(phone.safeParse(`+${'1'.repeat(SPECIFIED.phoneDigits + 1)}`).success).toBe(false);
});
