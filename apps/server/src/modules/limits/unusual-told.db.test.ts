import { noticesReply } from '@farline/contracts';
import { expect, test } from 'vitest';
import { publish } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { apiCustomer } from '../../testing/api-customer.ts';
import { endOfCall } from '../../testing/end-of-call.ts';
import { testApp } from '../../testing/test-app.ts';

const app = await testApp();

test('an hour of unusual spending is in the list of every user of the account', async () => {
  const customer = await apiCustomer(app);
  const endedAt = new Date();
  for (const costMicros of [4_000_000, 1_500_000]) {
    await publish(app.database, {
      type: 'call.ended',
      accountId: customer.accountId,
      subjectId: newId(),
      payload: endOfCall(endedAt, costMicros),
    });
  }

  const notices = async () => noticesReply.parse((await customer.ask('GET', '/notices')).body).items;

  await expect
    .poll(async () => (await notices()).map(({ kind }) => kind), { timeout: 20_000 })
    .toContain('unusual_spending');
  const told = (await notices()).find(({ kind }) => kind === 'unusual_spending');
  expect(told?.text).toMatch(/^\$5\.50 was spent within an hour/);
});
