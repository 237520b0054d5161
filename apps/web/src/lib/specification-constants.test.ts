import { validationMessages } from '@farline/contracts/validation-messages';
import { registerRequest } from '@farline/contracts/auth';
import { expect, test } from 'vitest';
import { SPECIFIED } from './specification-constants.ts';

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

test('the sentences and rules that both sides share name the same limits', () => {
  expect(validationMessages.passwordTooShortForLogin).toContain(`${SPECIFIED.passwordLengthAtSignIn} characters`);
  expect(validationMessages.passwordTooShort).toContain(`${SPECIFIED.passwordLengthAtSignUp} characters`);
  expect(validationMessages.firstNameTooShort).toContain(`${SPECIFIED.nameLength} characters`);
  const phone = registerRequest.shape.phone;
  expect(phone.safeParse(`+${'1'.repeat(SPECIFIED.phoneDigits)}`).success).toBe(true);
  expect(phone.safeParse(`+${'1'.repeat(SPECIFIED.phoneDigits + 1)}`).success).toBe(false);
});
