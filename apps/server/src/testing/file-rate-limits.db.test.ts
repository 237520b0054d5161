import { EXPORT_RATE_LIMIT, IMPORT_RATE_LIMIT, type RateLimit } from '@farline/contracts';
import { expect, test } from 'vitest';
import { takeFromRateLimit } from '../platform/rate-limits/rate-limits.ts';
import { apiCustomer } from './api-customer.ts';
import { testApp } from './test-app.ts';

const app = await testApp();
const [busy, other] = [await apiCustomer(app), await apiCustomer(app)];
const useUp = async (limit: RateLimit) => {
  const now = new Date();
  const used = { ...limit, most: 0, key: `${limit.name}:${busy.accountId}` };
  for (let taken = 0; taken < limit.most; taken += 1) await takeFromRateLimit(app.database, used, now);
};
await useUp(EXPORT_RATE_LIMIT);
await useUp(IMPORT_RATE_LIMIT);

test.each([
  ['GET', '/calls/export.csv'],
  ['GET', '/billing/invoices/01a1ffac-2d5d-7513-84b1-0d787367d14d/download'],
  ['GET', '/billing/history.csv'],
  ['POST', '/contacts/import'],
  ['POST', '/auth/profile/picture'],
] as const)(
  '%s %s counts among the files of an hour: past them it is refused, to another account it is not',
  async (method, path) => {
    expect(await busy.ask(method, path)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect((await other.ask(method, path)).status).not.toBe(429);
  },
);
