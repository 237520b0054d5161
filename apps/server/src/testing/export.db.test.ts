import { expect, test } from 'vitest';
import { aPayer } from './money/payer.ts';
import { sandboxPayments } from './sandbox-payments.ts';
import { testApp } from './test-app.ts';

const provider = await sandboxPayments();
const app = await testApp(provider.serverEnv);
await provider.start({ origin: app.origin });

const BUYER = { name: 'Analytical Engines', address: '12 St James’s Square\nLondon', country: 'GB', taxId: 'GB123' };
const PICTURE = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100, 1)]);

test('an export has the buyer, the settings of notices and of automatic top-up, and the picture', async () => {
  const customer = await aPayer(app);
  const exported = async () => (await customer.ask('GET', '/settings/export')).body as Record<string, unknown>;
  expect(await exported()).toMatchObject({ buyer: [], autoTopUp: [], picture: null });

  const form = new FormData();
  form.set('file', new Blob([PICTURE], { type: 'image/png' }), 'me.png');
  const answers = [
    await customer.ask('PATCH', '/billing/buyer', BUYER),
    await customer.ask('PATCH', '/settings/notices', { lowBalanceMark: '7.5', mail: { calls: true } }),
    await customer.ask('PUT', '/billing/auto-top-up', { isOn: false, mark: '3', amount: '25', dailyCap: '50' }),
    await customer.fetch('/auth/profile/picture', { method: 'POST', body: form }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);

  expect(await exported()).toMatchObject({
    buyer: [BUYER],
    noticeSettings: [{ lowBalanceMark: { amount: '7.5000', currency: 'USD' }, mail: { calls: true, plan: true } }],
    autoTopUp: [
      {
        state: 'off',
        mark: { amount: '3.0000', currency: 'USD' },
        amount: { amount: '25.0000', currency: 'USD' },
        dailyCap: { amount: '50.0000', currency: 'USD' },
        changedAt: expect.any(String),
      },
    ],
    picture: { type: 'image/png', base64: PICTURE.toString('base64'), changedAt: expect.any(String) },
  });
});
