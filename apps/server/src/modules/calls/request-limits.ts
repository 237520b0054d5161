import type { AccountLimit } from '../../platform/account-limit.ts';

/** Each prepared call is a row and an event: five a second are more than any person or office places. */
export const INITIATE_LIMIT: AccountLimit = { name: 'initiate-call', most: 300, windowSeconds: 60 };
/** Anybody may ask a price; a page asks while a number is typed. */
export const COST_LIMIT: AccountLimit = { name: 'calculate-cost', most: 600, windowSeconds: 60 };
