import { message } from '@farline/contracts';
import { STATUS } from '@farline/smpp';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { scriptedCarrier } from '../../gateways/smpp/testing/scripted-carrier.ts';
import { activeCustomer } from '../../testing/active-customer.ts';
import { testApp } from '../../testing/test-app.ts';

// A carrier by SMPP with a transmitter and a receiver, which lets nobody receive, through the whole system.
const centre = await scriptedCarrier({
  bindStatus: ({ command }) => (command === 'bind_receiver' ? STATUS.ESME_RBINDFAIL : STATUS.ESME_ROK),
});
const pair = `pair=smpp://farline:secret@127.0.0.1:${centre.port}?mode=pair`;
const app = await testApp({ FARLINE_MESSAGE_CARRIERS: pair });
afterAll(async () => await centre.close());

test('a pair without its receiver sends, and is shown as not bound', async () => {
  const customer = await activeCustomer(app);
  const { body } = await customer.ask('POST', '/messages', { to: '+447700900123', text: 'Hello' });
  const { id } = z.object({ message }).parse(body).message;

  const status = async () =>
    z.object({ message }).parse((await customer.ask('GET', `/messages/${id}`)).body).message.status;
  await expect.poll(status, { timeout: 30_000 }).toBe('sent');
  expect(centre.submitted()).toHaveLength(1);
  const figures = await (await fetch(`${app.origin}/metrics`)).text();
  expect(figures).toContain('farline_message_carrier_bound{carrier="pair"} 0');
});
