import { expect, test } from 'vitest';
import { fakeStripe, STRIPE_KEY, STRIPE_WEBHOOK_SECRET } from '../../../gateways/payments/testing/fake-stripe.ts';
import { newId } from '../../../platform/ids.ts';
import { aPayer } from '../../../testing/money/payer.ts';
import { testApp } from '../../../testing/test-app.ts';

const stripe = await fakeStripe();
const app = await testApp({
  STRIPE_SECRET_KEY: STRIPE_KEY,
  STRIPE_WEBHOOK_SECRET,
  STRIPE_API_URL: stripe.url,
});
const { journal } = stripe;
const GIFT = 200;

type Payer = Awaited<ReturnType<typeof aPayer>>;

/** Adds funds on Stripe's page; `refusesRefunds`: Stripe gives nothing of it back. */
async function addFunds(payer: Payer, { dollars, refusesRefunds }: { dollars: number; refusesRefunds: boolean }) {
  const payment = await payer.addFunds(dollars);
  const session = payment.payUrl?.split('/').at(-1) ?? '';
  journal.payOnPage(session, { keeps: false })['refuses_refunds'] = refusesRefunds;
  await stripe.tell(app.origin, { type: 'checkout.session.completed', object: journal.get(session) });
  return payment;
}

test('who asks for a refund that the provider refuses is told so, with the same key too, and has the money', async () => {
  const payer = await aPayer(app);
  const { id } = await addFunds(payer, { dollars: 10, refusesRefunds: true });
  const key = newId();

  for (const _ of [1, 2]) {
    expect(await payer.refund({}, key)).toMatchObject({ status: 409, body: { code: 'refund_refused' } });
  }
  expect((await payer.payment(id)).refunds).toMatchObject([{ state: 'failed' }]);
  expect(await payer.balance()).toBe(GIFT + 1000);
});

test('where the provider refuses a part of a refund, the answer says which', async () => {
  const payer = await aPayer(app);
  await addFunds(payer, { dollars: 10, refusesRefunds: true });
  await addFunds(payer, { dollars: 25, refusesRefunds: false });

  expect(await payer.refund({ amount: '30.00' })).toMatchObject({
    status: 200,
    body: { failed: { amount: '10.0000' }, refundable: { amount: '15.0000' } },
  });
  expect(await payer.balance()).toBe(GIFT + 1500);
});
