import { message } from '@farline/contracts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { apiCustomer } from '../../testing/api-customer.ts';
import { sandboxMessages } from '../../testing/sandbox-messages.ts';
import { testApp } from '../../testing/test-app.ts';

const centre = await sandboxMessages();
const app = await testApp({
  FARLINE_SANDBOX_MESSAGES: `${centre.serverEnv['FARLINE_SANDBOX_MESSAGES']}?national=turkish`,
});
const PEER = '+447700900251';

test('by a carrier that takes the Turkish tables, a Turkish text is shown, sold and taken in the same parts, and can be read', async () => {
  const customer = await apiCustomer(app);
  const text = 'Şişli değil, Beyoğlu! '.repeat(10).trim();
  const shown = await customer.ask('POST', '/messages/preview', { to: PEER, text });
  expect(shown.body).toMatchObject({
    encoding: 'gsm-7',
    segments: 2,
    forcedBy: null,
    writes: { nationalShift: ['turkish'], isLatin1: false },
  });

  const sent = await customer.ask('POST', '/messages', { to: PEER, text });
  const sold = z.object({ message }).parse(sent.body).message;
  expect(sold).toMatchObject({ encoding: 'gsm-7', segments: 2 });
  await expect
    .poll(async () => (await customer.ask('GET', `/messages/${sold.id}`)).body)
    .toMatchObject({ message: { status: 'delivered' } });
  const { messages } = await centre.taken(PEER);
  expect(messages).toHaveLength(2);
  expect(messages.map((part) => part.text).join('')).toBe(text);
});
