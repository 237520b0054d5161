import { EVERYWHERE } from './specified-everywhere.ts';

/**
 * Section 9 of the product's specification, row by row: the constants and limits that its screens keep to. What they
 * stand for on the server has its own settings.
 */
export const SPECIFIED = {
  ...EVERYWHERE,
  history: { page: 1, limit: 20 },
  dashboardRecentCalls: 5,
  passwordLengthAtSignIn: 6,
  /** At sign-up, with an upper-case letter, a lower-case letter and a digit. */
  passwordLengthAtSignUp: 8,
  nameLength: 2,
  /** An optional plus, then up to 16 digits in all; the first is not zero. */
  phoneDigits: 16,
  statsPeriod: 'month',
  cache: { staleMs: 5 * 60_000, retries: 1, refetchOnFocus: false },
  apiTestPauseMs: 500,
  ivr: {
    connectMs: 2_000,
    callConnectMs: 3_000,
    promptEveryMs: 4_000,
    promptCount: 4,
    sipPort: 5060,
    pinBalance: { amount: '25.50', currency: 'USD' },
    callerIdBalance: { amount: '15.75', currency: 'USD' },
  },
  webrtcConnectMs: 2_000,
  /** Shown until the true balance is known; a page of ours shows a skeleton instead. */
  balance: { amount: '0.00', currency: 'USD' },
  /** Uploads report whole percents: this is the step. */
  uploadProgressStep: 1,
} as const;
