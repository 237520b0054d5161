import type { Money } from '@farline/contracts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { fakeStripe, STRIPE_KEY, STRIPE_WEBHOOK_SECRET } from '../../../gateways/payments/testing/fake-stripe.ts';
import { aPayer } from '../../../testing/money/payer.ts';
import { testApp } from '../../../testing/test-app.ts';

const stripe = await fakeStripe();
const said: { account?: string; cause?: string; left?: Money; msg: string }[] = [];
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

  expect(warnedOf(payer)).toMatchObject([{ cause: 'payment', left: { amount: '10.0000', currency: 'USD' } }]);
  const [mail] = await mailsTo(payer);
  expect(mail).toContain('has to give 10.00 USD back to you');
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

/** Somebody whose bank took back what they had spent some of, and who closed the account then; and a payment that they had begun. */
async function closedInDebt(spentCents: number) {
  const payer = await aPayer(app);
  const intent = await pay((await payer.addFunds(10)).payUrl);
  await payer.spend(spentCents);
  const { payUrl } = await payer.addFunds(10);
  const dispute = journal.dispute(String(intent['id']));
  await stripe.tell(app.origin, { type: 'charge.dispute.created', object: dispute });
  await close(payer);
  const win = async () => {
    Object.assign(dispute, { status: 'won' });
    await stripe.tell(app.origin, { type: 'charge.dispute.closed', object: dispute });
    const decided = async () => (await mailsTo(payer)).find((body) => body.includes('Your bank decided'));
    await expect.poll(decided, { timeout: 15_000 }).toBeDefined();
    return await decided();
  };
  return { payer, payUrl, win };
}

const ALL = 1200;
const HALF = 700;

test('money that pays what a closed account owes is given back by nobody', async () => {
  const { payer, win } = await closedInDebt(ALL);

  const mail = await win();

  expect(await payer.balance()).toBe(0);
  expect(warnedOf(payer)).toEqual([]);
  expect(mail).not.toContain('has to give');
});

test('a payment that pays what a closed account owes is given back by nobody', async () => {
  const { payer, payUrl } = await closedInDebt(ALL);

  await pay(payUrl);

  expect(warnedOf(payer)).toEqual([]);
  const [mail] = await mailsTo(payer);
  expect(mail).toContain('paid towards what was owed: 10.00 USD');
  expect(mail).not.toContain('has to give');
  expect(mail).not.toContain('/billing');
});

test('of money that half pays what a closed account owes the rest is given back', async () => {
  const [disputed, late] = [await closedInDebt(HALF), await closedInDebt(HALF)];

  const mail = await disputed.win();
  await pay(late.payUrl);

  const left = { amount: '5.0000', currency: 'USD' };
  expect(warnedOf(disputed.payer)).toMatchObject([{ cause: 'dispute_won', left }]);
  expect(mail).toContain('has to give $5.00 back to you');
  expect(warnedOf(late.payer)).toMatchObject([{ cause: 'payment', left }]);
  expect((await mailsTo(late.payer))[0]).toContain('has to give 5.00 USD back to you');
});
