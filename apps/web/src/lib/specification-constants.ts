import { EVERYWHERE } from './specified-everywhere.ts';

/**
 * Section 9 of the product's specification, row by row: the constants that its screens keep to. What they stand for on
 * the server has its own settings, and the rules of forms are the contracts'.
 */
export const SPECIFIED = {
  ...EVERYWHERE,
  history: { page: 1, limit: 20 },
  dashboardRecentCalls: 5,
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
} as const;
