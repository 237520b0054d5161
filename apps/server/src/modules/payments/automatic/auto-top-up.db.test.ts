import { autoTopUpReply, type AutoTopUpView, spendingLimitsReply } from '@farline/contracts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createSandboxPayments } from '../../../gateways/payments/index.ts';
import { newId } from '../../../platform/ids.ts';
import { sandboxPayments } from '../../../testing/sandbox-payments.ts';
import { testApp } from '../../../testing/test-app.ts';
import { topUpsUntil } from './change-auto-top-up.ts';
import { tellOfExpiry } from '../methods/tell-of-expiry.ts';
import { aPayer } from '../../../testing/money/payer.ts';
import { topUpAutomatically } from './top-up-automatically.ts';

const provider = await sandboxPayments();
const app = await testApp(provider.serverEnv);
await provider.start({ origin: app.origin });
const { database } = app;
const gateway = createSandboxPayments({
  url: provider.serverEnv['FARLINE_SANDBOX_PAYMENTS_URL'] ?? '',
  key: provider.serverEnv['FARLINE_SANDBOX_PAYMENTS_KEY'] ?? '',
  webhookSecret: provider.webhookSecret,
});

const SUCCEEDS = '4242 4242 4242 4242';
const DECLINED_LATER = '4000 0000 0000 0341';
const GIFT = 200;
const SETTINGS = { isOn: true, mark: '5.00', amount: '25.00', dailyCap: '100.00' };

type Payer = Awaited<ReturnType<typeof aPayer>>;

/** Somebody with ten dollars more than the gift, and a card that is kept. */
async function somebodyWithCard(card = SUCCEEDS, expires = '12/99'): Promise<Payer> {
  const payer = await aPayer(app);
  const payment = await payer.addFunds(10);
  await provider.lay(payment.payUrl ?? '', card, { isKept: true, expires });
  await expect.poll(async () => await payer.balance()).toBe(GIFT + 1000);
  return payer;
}

async function choose(payer: Payer, settings: object = {}) {
  return await payer.ask('PUT', '/billing/auto-top-up', { ...SETTINGS, ...settings });
}

async function chosen(payer: Payer): Promise<AutoTopUpView> {
  return autoTopUpReply.parse((await payer.ask('GET', '/billing/auto-top-up')).body).autoTopUp;
}

async function automaticPayments(payer: Payer): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select state from billing.payment
    where account_id = ${payer.accountId} and purpose_type = 'auto_top_up' order by id`.execute(database);
  return rows.map((row) => row.state);
}

async function told(payer: Payer): Promise<string[]> {
  const { body } = await payer.ask('GET', '/notices');
  return (body as { items: { kind: string; facts: { reason?: string } }[] }).items
    .filter(({ kind }) => kind.startsWith('auto_top_up'))
    .map(({ kind, facts }) => [kind, ...(facts.reason === undefined ? [] : [facts.reason])].join(' '));
}

const soon = { timeout: 15_000 };

test('it is off until it is switched on, and then adds when what can be spent is below the mark', async () => {
  const payer = await somebodyWithCard();
  expect(await chosen(payer)).toMatchObject({ state: 'off', amount: { amount: '25.0000' } });
  await payer.spend(900);
  expect(await automaticPayments(payer)).toEqual([]);

  expect(await choose(payer)).toMatchObject({ status: 200, body: { autoTopUp: { state: 'on' } } });

  await expect.poll(async () => await payer.balance(), soon).toBe(300 + 2500);
  expect(await automaticPayments(payer)).toEqual(['succeeded']);
  await expect.poll(async () => await told(payer), soon).toEqual(['auto_top_up_done']);
  expect(await chosen(payer)).toMatchObject({ addedToday: { amount: '25.0000' } });
});

test('money that is held for a call counts as spent, so that the call goes on', async () => {
  const payer = await somebodyWithCard();
  await choose(payer);
  await payer.hold(800);
  await expect.poll(async () => await payer.balance(), soon).toBe(GIFT + 1000 + 2500);
});

test('two servers that look at once begin one payment', async () => {
  const payer = await somebodyWithCard();
  await choose(payer, { isOn: false });
  await payer.spend(900);
  await sql`update billing.auto_top_up set state = 'on', look_at = now()
    where account_id = ${payer.accountId}`.execute(database);
  const deps = { database, clock: { now: () => new Date() }, log: pino({ level: 'silent' }), publicUrl: app.origin };

  await Promise.all([1, 2, 3, 4].map(async () => await topUpAutomatically(deps, gateway)));

  await expect.poll(async () => await payer.balance(), soon).toBe(300 + 2500);
  expect(await automaticPayments(payer)).toEqual(['succeeded']);
});

test('an account of which something is broken does not delay the others', async () => {
  const [broken, other] = [await somebodyWithCard(), await somebodyWithCard()];
  for (const payer of [broken, other]) {
    await choose(payer, { isOn: false });
    await payer.spend(900);
  }
  await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception $$broken$$; end'`.execute(
    database,
  );
  await sql`create trigger broken before insert on billing.payment
    for each row when (new.account_id = ${sql.lit(broken.accountId)}) execute function refuse()`.execute(database);
  await sql`update billing.auto_top_up
    set state = 'on', look_at = case account_id when ${broken.accountId} then now() - interval '1 minute' else now() end
    where account_id in (${broken.accountId}, ${other.accountId})`.execute(database);

  await expect.poll(async () => await other.balance(), soon).toBe(300 + 2500);
  expect(await automaticPayments(broken)).toEqual([]);
});

test('a declined card stops it, and tells; it does not try again by itself', async () => {
  const payer = await somebodyWithCard(DECLINED_LATER);
  await choose(payer);
  await payer.spend(900);

  await expect.poll(async () => (await chosen(payer)).state, soon).toBe('stopped');
  expect(await chosen(payer)).toMatchObject({ stoppedBecause: 'declined' });
  await expect.poll(async () => await told(payer), soon).toEqual(['auto_top_up_stopped declined']);
  await payer.spend(100);
  expect(await payer.balance()).toBe(200);
  expect(await automaticPayments(payer)).toEqual(['failed']);
});

test('while a bank looks into a payment, nothing is charged by itself', async () => {
  const payer = await somebodyWithCard();
  await choose(payer);
  const payment = await payer.addFunds(10);
  await provider.lay(payment.payUrl ?? '', '4000 0000 0000 0259');
  await expect.poll(async () => (await payer.payment(payment.id)).disputes.length, soon).toBe(1);
  await payer.spend(900);

  await expect.poll(async () => (await chosen(payer)).stoppedBecause, soon).toBe('disputed');
  expect(await automaticPayments(payer)).toEqual([]);
});

test('money given back stops it, and tells why; switched on again, it goes on', async () => {
  const payer = await somebodyWithCard();
  await choose(payer);

  expect(await payer.refund({})).toMatchObject({ status: 200 });

  await expect.poll(async () => (await chosen(payer)).stoppedBecause, soon).toBe('refunded');
  await expect.poll(async () => await told(payer), soon).toEqual(['auto_top_up_stopped refunded']);
  expect(await automaticPayments(payer)).toEqual([]);

  await choose(payer);
  await expect.poll(async () => await automaticPayments(payer), soon).toEqual(['succeeded']);
});

test('money that the operator gives back at the provider stops it, though enough is left', async () => {
  const payer = await somebodyWithCard();
  await choose(payer);
  const { rows } = await sql<{ reference: string; providerId: string }>`
    select id as reference, provider_id as "providerId" from billing.payment
    where account_id = ${payer.accountId}`.execute(database);
  const [payment = { reference: '', providerId: '' }] = rows;

  await gateway.refund({ key: newId(), reference: 'by hand', payment, amountCents: 300 });

  await expect.poll(async () => (await chosen(payer)).stoppedBecause, soon).toBe('refunded');
  expect(await payer.balance()).toBe(GIFT + 700);
  expect(await automaticPayments(payer)).toEqual([]);
});

test('after a bank has taken a payment back for good, nothing is charged by itself until it is switched on again', async () => {
  const payer = await somebodyWithCard();
  await choose(payer);
  const payment = await payer.addFunds(10);
  await provider.lay(payment.payUrl ?? '', '4000 0000 0000 0259');
  const dispute = async () => (await payer.payment(payment.id)).disputes[0]?.state;
  await expect.poll(dispute, soon).toBe('open');
  await provider.press(payment.payUrl ?? '', 'dispute_lost');
  await expect.poll(dispute, soon).toBe('lost');
  await payer.spend(900);

  await expect.poll(async () => (await chosen(payer)).stoppedBecause, soon).toBe('disputed');
  expect(await automaticPayments(payer)).toEqual([]);

  await choose(payer);
  await expect.poll(async () => await automaticPayments(payer), soon).toEqual(['succeeded']);
});

test('calls under way that may cost far more than any hour before stop it while they last', async () => {
  const payer = await somebodyWithCard();
  await choose(payer);
  await sql`insert into limits.claim (cause_id, account_id, user_id, held, day_from, day_held, hour_from, hour_held)
    values (${newId()}, ${payer.accountId}, ${newId()}, 6000000, now(), 0, now(), 0)`.execute(database);
  await payer.spend(900);

  await expect.poll(async () => (await chosen(payer)).stoppedBecause, soon).toBe('unusual_spending');
  expect(await automaticPayments(payer)).toEqual([]);
});

test('no more than the cap of a day is added by itself, and that is told once', async () => {
  const payer = await somebodyWithCard();
  await choose(payer, { amount: '10.00', dailyCap: '20.00' });
  for (const spent of [1000, 1000]) {
    const before = await payer.balance();
    await payer.spend(spent);
    await expect.poll(async () => await payer.balance(), soon).toBe(before - spent + 1000);
  }
  await payer.spend(1000);

  await expect.poll(async () => (await told(payer)).filter((one) => one.includes('daily_cap')), soon).toHaveLength(1);
  await payer.spend(100);
  expect(await chosen(payer)).toMatchObject({ state: 'on', addedToday: { amount: '20.0000' } });
  expect(await automaticPayments(payer)).toEqual(['succeeded', 'succeeded']);
  const now = new Date();
  const until = new Date(now.getTime() + 1_000);
  const wanted = { accountId: payer.accountId, timeZone: 'UTC', now };
  expect(await topUpsUntil(database, { ...wanted, until })).toBe(
    until.getUTCDate() === now.getUTCDate() ? 0n : 20_000_000n,
  );
});

test('who keeps a card could lose more than the balance in a night: their limits are the bound', async () => {
  const payer = await somebodyWithCard();

  const { meter } = spendingLimitsReply.parse((await payer.ask('GET', '/limits')).body).spendingLimits;

  expect(Number(meter.money.savedCards.amount)).toBeGreaterThanOrEqual(2 * 30 * 500);
  expect(Number(meter.most.amount)).toBeGreaterThan(12);
  expect(meter).toMatchObject({ decidedBy: 'limits', most: meter.limits.sum });
});

test('it cannot be switched on without a card, and stops when the last card is removed', async () => {
  expect(await choose(await aPayer(app))).toMatchObject({ status: 409, body: { code: 'no_payment_method' } });

  const payer = await somebodyWithCard();
  await choose(payer);
  const [method] = await payer.methods();
  await payer.ask('DELETE', `/billing/payment-methods/${method?.id}`);
  await payer.spend(900);

  await expect.poll(async () => (await chosen(payer)).stoppedBecause, soon).toBe('no_method');
});

test('a chosen card that is removed gives way to the default one', async () => {
  const payer = await somebodyWithCard();
  const [first] = await payer.methods();
  const { payUrl } = await payer.addFunds(10);
  await provider.lay(payUrl ?? '', SUCCEEDS, { isKept: true, expires: '12/98' });
  await expect.poll(async () => (await payer.methods()).length).toBe(2);
  const second = (await payer.methods()).find(({ id }) => id !== first?.id);
  expect(await choose(payer, { paymentMethodId: second?.id })).toMatchObject({ status: 200 });
  await payer.ask('DELETE', `/billing/payment-methods/${second?.id}`);
  expect(await chosen(payer)).toMatchObject({ state: 'on', paymentMethodId: null });

  await payer.spend(1900);

  await expect.poll(async () => await automaticPayments(payer), soon).toEqual(['succeeded']);
  const { rows } = await sql<{ methodId: string }>`select method_id as "methodId" from billing.payment
    where account_id = ${payer.accountId} and purpose_type = 'auto_top_up'`.execute(database);
  expect(rows).toEqual([{ methodId: first?.id }]);
  expect(await chosen(payer)).toMatchObject({ state: 'on', stoppedBecause: null });
});

test.each([
  [{ amount: '4.99' }, 'amount'],
  [{ amount: '500.01', dailyCap: '1000' }, 'amount'],
  [{ amount: '10.001' }, 'amount'],
  [{ amount: 10 }, 'amount'],
  [{ mark: '0' }, 'mark'],
  [{ mark: '-1' }, 'mark'],
  [{ dailyCap: '24.99' }, 'dailyCap'],
  [{ dailyCap: '2000.01' }, 'dailyCap'],
  [{ isOn: 'yes' }, 'isOn'],
  [{ paymentMethodId: 'card' }, 'paymentMethodId'],
])('%j is refused', async (settings, field) => {
  const payer = await aPayer(app);
  expect(await choose(payer, { isOn: false, ...settings })).toMatchObject({
    status: 400,
    body: { errors: { [field]: expect.any(String) } },
  });
});

test('a card that expires within thirty days is told of once', async () => {
  const today = new Date();
  const month = `${String(today.getUTCMonth() + 1).padStart(2, '0')}/${String(today.getUTCFullYear()).slice(2)}`;
  const payer = await somebodyWithCard(SUCCEEDS, month);
  // At the first of a month of 31 days it is good for longer than that.
  const now = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 0));
  const deps = { database, clock: { now: () => now }, log: pino({ level: 'silent' }), publicUrl: app.origin };

  await tellOfExpiry(deps);
  await tellOfExpiry(deps);

  const expiring = async () => {
    const { body } = await payer.ask('GET', '/notices');
    return (body as { items: { kind: string }[] }).items.filter(({ kind }) => kind === 'payment_method_expires').length;
  };
  await expect.poll(expiring, soon).toBe(1);
});
