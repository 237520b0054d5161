import { expect, test } from 'vitest';
import { providerEnv } from './sandbox-payments.ts';

const DOUBLED = 'FARLINE_SANDBOX_PAYMENTS_DOUBLED_PERCENT';
const HELD_BACK = 'FARLINE_SANDBOX_PAYMENTS_HELD_BACK_PERCENT';
const envWith = (env: Record<string, string>) =>
  providerEnv({
    folder: 'data',
    ports: { sandboxPayments: 4009, web: 4001 },
    secrets: { paymentsKey: 'a key of the sandbox', paymentsWebhook: 'a secret of the sandbox' },
    env,
  });

test('out of the box the sandbox tells some things twice, and some late', () => {
  expect(envWith({})).toMatchObject({ [DOUBLED]: '10', [HELD_BACK]: '10' });
});

test('how untidy it is can be set', () => {
  expect(envWith({ [DOUBLED]: '0', [HELD_BACK]: '50' })).toMatchObject({ [DOUBLED]: '0', [HELD_BACK]: '50' });
});
