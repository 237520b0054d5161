import { autoTopUpReply, liveServerMessage } from '@farline/contracts';
import { expect, test } from 'vitest';
import { sandboxPayments } from '../../testing/sandbox-payments.ts';
import { testApp } from '../../testing/test-app.ts';
import { aPayer } from '../../testing/money/payer.ts';
import { whenOver } from '../../testing/when-over.ts';

const provider = await sandboxPayments();
const app = await testApp(provider.serverEnv);
await provider.start({ origin: app.origin });

const SUCCEEDS = '4242 4242 4242 4242';
const soon = { timeout: 15_000 };

/** How often an open page of somebody is told that their payments are to be asked for again. */
async function livePage({ token }: { token: string }): Promise<() => number> {
  const socket = new WebSocket(`${app.origin.replace('http', 'ws')}/ws`);
  whenOver(() => socket.close());
  let told = 0;
  await new Promise<void>((ready) => {
    socket.addEventListener('message', ({ data }) => {
      const message = liveServerMessage.parse(JSON.parse(String(data)));
      if (message.type === 'ready') ready();
      if (message.type === 'event' && message.event.type === 'payments.changed') told += 1;
    });
    socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'hello', token })));
  });
  return () => told;
}

test('a payment that comes to nothing is pushed, though no money moves', async () => {
  const payer = await aPayer(app);
  const told = await livePage(payer);
  const payment = await payer.addFunds(10);
  await provider.press(payment.payUrl ?? '', 'cancel');
  await expect.poll(async () => (await payer.payment(payment.id)).state, soon).toBe('cancelled');
  await expect.poll(told, soon).toBe(1);
});

test('automatic top-up that stops is pushed', async () => {
  const payer = await aPayer(app);
  const payment = await payer.addFunds(10);
  await provider.lay(payment.payUrl ?? '', SUCCEEDS, { isKept: true, expires: '12/99' });
  await expect.poll(async () => (await payer.methods()).length, soon).toBe(1);
  await payer.ask('PUT', '/billing/auto-top-up', { isOn: true, mark: '1.00', amount: '25.00', dailyCap: '100.00' });
  const told = await livePage(payer);
  // Money given back stops it; the refund itself is told as well.
  expect(await payer.refund({ amount: '5.00' })).toMatchObject({ status: 200 });
  await expect.poll(told, soon).toBeGreaterThanOrEqual(2);
});

test('automatic top-up that is changed is pushed, and a page that shows it as it was before changes nothing', async () => {
  const payer = await aPayer(app);
  const told = await livePage(payer);
  const settings = { isOn: false, mark: '1.00', amount: '25.00', dailyCap: '100.00' };
  const first = autoTopUpReply.parse((await payer.ask('GET', '/billing/auto-top-up')).body).autoTopUp;
  const change = async (body: object) => await payer.ask('PUT', '/billing/auto-top-up', { ...settings, ...body });

  expect(await change({ version: first.version })).toMatchObject({ status: 200 });
  await expect.poll(told, soon).toBe(1);
  expect(await change({ version: first.version, mark: '9.00' })).toMatchObject({
    status: 409,
    body: { code: 'auto_top_up_changed' },
  });
  expect(await payer.ask('GET', '/billing/auto-top-up')).toMatchObject({
    body: { autoTopUp: { mark: { amount: '1.0000' } } },
  });
  expect(await change({ mark: '9.00' })).toMatchObject({ status: 200 });
});

test('automatic top-up that is sent once more by a page that shows it as it was before is saved already', async () => {
  const payer = await aPayer(app);
  const read = async () => autoTopUpReply.parse((await payer.ask('GET', '/billing/auto-top-up')).body).autoTopUp;
  const { version } = await read();
  const body = { isOn: false, mark: '9.00', amount: '25.00', dailyCap: '100.00', version };
  expect(await payer.ask('PUT', '/billing/auto-top-up', body)).toMatchObject({ status: 200 });
  const saved = await read();

  expect(await payer.ask('PUT', '/billing/auto-top-up', body)).toEqual({ status: 200, body: { autoTopUp: saved } });
  expect(await payer.ask('PUT', '/billing/auto-top-up', { ...body, isOn: true })).toMatchObject({
    body: { code: 'auto_top_up_changed' },
  });
});

test('a refund that has arrived is pushed', async () => {
  const payer = await aPayer(app);
  const payment = await payer.addFunds(10);
  await provider.lay(payment.payUrl ?? '', SUCCEEDS);
  await expect.poll(async () => (await payer.payment(payment.id)).state, soon).toBe('succeeded');
  const told = await livePage(payer);
  expect(await payer.refund({ amount: '5.00' })).toMatchObject({ status: 200 });
  await expect
    .poll(async () => (await payer.payment(payment.id)).refunds.map(({ state }) => state), soon)
    .toEqual(['succeeded']);
  await expect.poll(told, soon).toBe(1);
});
