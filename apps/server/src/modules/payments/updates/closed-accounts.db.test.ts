import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { fakeStripe, STRIPE_KEY, STRIPE_WEBHOOK_SECRET } from '../../../gateways/payments/testing/fake-stripe.ts';
import { aPayer } from '../../../testing/money/payer.ts';
import { testApp } from '../../../testing/test-app.ts';

const stripe = await fakeStripe();
const said: { account?: string; cause?: string; msg: string }[] = [];
const log = pino({ level: 'error' }, { write: (line: string) => void said.push(JSON.parse(line)) });
const app = await testApp(
  { STRIPE_SECRET_KEY: STRIPE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL: stripe.url, FARLINE_LOG_LEVEL: 'error' },
  undefined,
  log,
);
const { journal } = stripe;

type Payer = Awaited<ReturnType<typeof aPayer>>;

async function pay(page: string | null) {
  const session = page?.split('/').at(-1) ?? '';
  const intent = journal.payOnPage(session, { keeps: false });
  const object = journal.get(session);
  expect(await stripe.tell(app.origin, { type: 'checkout.session.completed', object })).toMatchObject({ status: 200 });
  return intent;
}

async function close(payer: Payer): Promise<void> {
  const closed = await payer.ask('POST', '/settings/close-account', { password: 'Analytical1843' });
  expect(closed.status).toBe(200);
}

const warnedOf = ({ accountId }: Payer) => said.filter(({ account }) => account === accountId);

/** The mails to a user about payments, the newest first. */
async function mailsTo({ userId }: Payer): Promise<string[]> {
  const { rows } = await sql<{ body: string }>`
    select body from accounts.letter where user_id = ${userId} and body is not null order by id desc`.execute(
    app.database,
  );
  return rows.map(({ body }) => body);
}

test('a payment that comes after its account was closed is told to the operator, and its mail leads to no page', async () => {
  const payer = await aPayer(app);
  const { payUrl } = await payer.addFunds(10);
  await close(payer);

  await pay(payUrl);

  expect(warnedOf(payer)).toMatchObject([{ cause: 'payment' }]);
  const [mail] = await mailsTo(payer);
  expect(mail).toContain('has to give this money back to you');
  expect(mail).not.toContain('/billing');
});

test('a refund that fails after its account was closed is told to the operator', async () => {
  const payer = await aPayer(app);
  const intent = await pay((await payer.addFunds(10)).payUrl);
  expect(await payer.refund({})).toMatchObject({ status: 200 });
  await close(payer);

  const refund = [...journal.things.values()].find(
    (one) => one['payment_intent'] === intent['id'] && one['object'] === 'refund',
  );
  Object.assign(refund ?? {}, { status: 'failed' });
  await stripe.tell(app.origin, { type: 'refund.failed', object: refund ?? {} });

  expect(warnedOf(payer)).toMatchObject([{ cause: 'refund_failed' }]);
});
