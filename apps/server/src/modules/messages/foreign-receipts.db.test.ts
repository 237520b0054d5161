import { message } from '@farline/contracts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startPerlCentre } from '../../gateways/smpp/testing/perl-centre.ts';
import { activeCustomer } from '../../testing/active-customer.ts';
import { testApp } from '../../testing/test-app.ts';

// Through the whole system, with a message centre on a codec that we did not write: its ids are hexadecimal, and decimal in receipts.
const centre = await startPerlCentre();
const app = await testApp({
  FARLINE_MESSAGE_CARRIERS: `perl=smpp://farline:secret@127.0.0.1:${centre.port}?message_ids=receipts-decimal`,
});
afterAll(async () => await centre.close());

const reply = z.object({ message });
const PATIENCE = { timeout: 30_000 };

test.each([
  ['a text as SMPP has it', '01', 'Hello', ['delivered'], ['delivered null']],
  ['a text with other keys', '02', 'Hello', ['undelivered', 'undeliverable'], ['undelivered 27']],
  ['parameters', '03', 'Привет', ['delivered'], ['delivered null']],
  ['a text before the response, doubled, and taken back', '04', 'Hello', ['delivered'], ['delivered null']],
  ['parameters that name the error', '05', 'Hello', ['undelivered', 'undeliverable'], ['undelivered 027']],
  [
    'each of these, for parts in another order',
    '06',
    'One of three parts, one after another. '.repeat(10),
    ['undelivered', 'undeliverable'],
    ['delivered null', 'undelivered 027', 'delivered null'],
  ],
] as const)('what becomes of a message is understood when it is told by %s', async (_, digits, text, end, parts) => {
  const customer = await activeCustomer(app);
  const before = centre.said().length;
  const { body } = await customer.ask('POST', '/messages', { to: `+4477009001${digits}`, text });
  const { id } = reply.parse(body).message;

  const now = async () => reply.parse((await customer.ask('GET', `/messages/${id}`)).body).message;
  await expect.poll(async () => (await now()).status, PATIENCE).toBe(end[0]);
  expect((await now()).reason).toBe(end[1] ?? null);
  const ended = async () =>
    (
      await sql<{ part: string }>`select concat(state, ' ', coalesce(error, 'null')) as part from messages.part
        where message_id = ${id} order by number`.execute(app.database)
    ).rows.map(({ part }) => part);
  await expect.poll(ended, PATIENCE).toEqual(parts);
  // Each receipt was answered as taken, and nothing else was said.
  const told = digits === '04' ? 3 : parts.length;
  await expect.poll(() => centre.said().slice(before)).toEqual(Array.from({ length: told }, () => 'answered 0'));
});
