import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkReceipt, messageReceiptReply, micros, receiptKeysReply, signedReceipt } from '@farline/contracts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { messagesWorld, PEER, testCarrier } from './money/messages-world.ts';
import { testDatabase } from './test-database.ts';
import { chargedMessage } from '../modules/messages/index.ts';
import { addReceiptRoutes } from '../modules/receipts/routes.ts';
import { receiptKeyOf } from '../modules/receipts/receipt-key.ts';
import { createHttpServer } from '../platform/http-server.ts';

const { database } = await testDatabase();
const PROGRAM = new URL('../../../../tools/check-receipt.mjs', import.meta.url).pathname;
const folder = await mkdtemp(join(tmpdir(), 'farline-message-receipts-'));
const server = await createHttpServer({ log: pino({ level: 'silent' }), allowedOrigins: [], trustProxy: false });
addReceiptRoutes(server, {
  database,
  clock: { now: () => new Date() },
  key: receiptKeyOf(Buffer.alloc(32, 7)),
  publicUrl: 'https://farline.example',
  chargedCalls: async () => [],
  chargedMessage,
  requireUser: async (request) => {
    const accountId = String(request.headers['x-test-account']);
    request.identity = { accountId, userId: accountId, sessionId: accountId, role: 'customer' };
  },
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const ask = async (accountId: string, id: string) =>
  await server.inject({ url: `/messages/${id}/receipt`, headers: { 'x-test-account': accountId } });
const receiptOf = async (accountId: string, id: string) => {
  const answer = await ask(accountId, id);
  return messageReceiptReply.parse(answer.json());
};
const keys = receiptKeysReply.parse((await server.inject({ url: '/receipts/keys' })).json());
const trusted = new Map(keys.keys.map((key) => [key.id, key.publicKey]));

/** What the page's check and the program's say of a receipt. */
async function verdicts(
  receipt: Parameters<typeof checkReceipt>[0],
): Promise<{ page: boolean; program: boolean; said: string }> {
  const steps = await checkReceipt(receipt, trusted);
  const [path, keysPath] = [join(folder, 'receipt.json'), join(folder, 'keys.json')];
  await writeFile(path, JSON.stringify(receipt));
  await writeFile(keysPath, JSON.stringify(keys));
  return await new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, path, '--keys', keysPath], (error, said) => {
      resolve({ page: steps.every(({ holds }) => holds), program: error === null, said });
    });
  });
}

test('a message has a receipt once a carrier has taken it: its parts, their price, their sum, and no word of it', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  const message = await world.write(customer, 'a secret '.repeat(20));
  expect((await ask(customer.accountId, message.id)).statusCode).toBe(404);
  await world.send();

  const [one, other] = [
    await receiptOf(customer.accountId, message.id),
    await receiptOf(customer.accountId, message.id),
  ];
  expect(other).toEqual(one);
  expect(one.receipt).toMatchObject({
    kind: 'message',
    format: 'farline-receipt-3',
    quote: { perSegmentMicros: '20000', currency: 'USD' },
    message: { id: message.id, to: PEER, from: message.number, encoding: 'gsm-7', segments: 2 },
    parts: [{ pays: 'money', segments: 2, amountMicros: '40000' }],
    total: { amountMicros: '40000', currency: 'USD' },
  });
  expect(one.receipt.message.acceptedAt).not.toBeNull();
  expect(JSON.stringify(one)).not.toContain('secret');
  expect(await verdicts(one)).toMatchObject({ page: true, program: true });
  const opened = await server.inject({ url: `/receipts/${one.receipt.id}` });
  expect(signedReceipt.parse(opened.json())).toEqual(signedReceipt.parse(one));
});

test('what is given back stands on a new receipt, and the first one stays what it was', async () => {
  const world = await messagesWorld(database, { carriers: [testCarrier('back', { isSandbox: true })] });
  const customer = await world.customer('1.00');
  const message = await world.write(customer, 'a'.repeat(200));
  await world.send();
  const before = await receiptOf(customer.accountId, message.id);
  await world.receipt('back-2', 'expired', { bind: 'back' });

  const after = await receiptOf(customer.accountId, message.id);
  expect(after.receipt).toMatchObject({
    returned: { included: 0, paid: 1, amountMicros: '20000' },
    total: { amountMicros: '20000' },
  });
  expect(after.receipt.id).not.toBe(before.receipt.id);
  expect(await verdicts(after)).toMatchObject({ page: true, program: true });
  expect(await verdicts(before)).toMatchObject({ page: true, program: true });
});

test('parts that no carrier took cost nothing, and those of the plan are named', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  await world.include(customer, 1);
  const message = await world.write(customer, 'a'.repeat(400));
  world.carriers[0]?.answers.push(
    { outcome: 'accepted', carrierMessageId: 'x-1' },
    { outcome: 'accepted', carrierMessageId: 'x-2' },
    { outcome: 'refused', status: 'ESME_RSUBMITFAIL' },
  );
  await world.send();

  const signed = await receiptOf(customer.accountId, message.id);
  expect(signed.receipt.parts).toEqual([
    { pays: 'allowance', segments: 1 },
    { pays: 'money', segments: 1, amountMicros: '20000' },
    { pays: 'nobody', because: 'not_carried', segments: 1 },
  ]);
  const { program, said } = await verdicts(signed);
  expect(program).toBe(true);
  expect(said).toContain('holds  1 segments are not charged: the carrier did not carry them');
});

test('a message that was refused has none, nor has that of somebody else', async () => {
  const world = await messagesWorld(database, { carriers: [testCarrier('only', { isSandbox: true })] });
  const [customer, other] = [await world.customer('1.00'), await world.customer('1.00')];
  world.carriers[0]?.answers.push({ outcome: 'refused', status: 'ESME_RINVDSTADR' });
  const refused = await world.write(customer);
  await world.send();
  expect((await ask(customer.accountId, refused.id)).statusCode).toBe(404);
  const taken = await world.write(customer);
  await world.send();
  expect((await ask(other.accountId, taken.id)).statusCode).toBe(404);
  expect((await ask(customer.accountId, taken.id)).statusCode).toBe(200);
});

test('a message of an account that is being closed has no receipt any more: nobody could take it back', async () => {
  const world = await messagesWorld(database, { carriers: [testCarrier('closed', { isSandbox: true })] });
  const customer = await world.customer('1.00');
  const [before, after] = [await world.write(customer), await world.write(customer)];
  await world.send();
  const { receipt } = await receiptOf(customer.accountId, before.id);
  await sql`update accounts.account set state = 'closed' where id = ${customer.accountId}`.execute(database);

  expect((await ask(customer.accountId, after.id)).statusCode).toBe(401);
  const { rows } = await sql`select id from billing.receipt where account_id = ${customer.accountId}`.execute(database);
  expect(rows).toEqual([{ id: receipt.id }]);
});

test('a digit that is changed anywhere in a receipt of a message is noticed', async () => {
  const world = await messagesWorld(database, { carriers: [testCarrier('digits', { isSandbox: true })] });
  world.price.perSegmentMicros = micros(12_345n);
  const customer = await world.customer('1.00');
  const message = await world.write(customer, 'a'.repeat(200));
  await world.send();
  await world.receipt('digits-1', 'rejected', { bind: 'digits' });
  const signed = signedReceipt.parse(await receiptOf(customer.accountId, message.id));
  const text = JSON.stringify(signed.receipt);
  let changed = 0;
  for (const { index } of text.matchAll(/\d/g)) {
    const digit = (Number(text[index]) + 1) % 10;
    const receipt = readJson(text.slice(0, index) + digit + text.slice(index + 1));
    if (receipt === null) continue; // A number that begins with 0 is no JSON.
    changed += 1;
    const steps = await checkReceipt({ ...signed, receipt }, trusted);
    expect(
      steps.every(({ holds }) => holds),
      `digit ${index}`,
    ).toBe(false);
  }
  expect(changed).toBeGreaterThan(100);
  const cheaper = { ...signed, receipt: { ...signed.receipt, total: { amountMicros: '1', currency: 'USD' } } };
  expect(await verdicts(cheaper)).toMatchObject({ page: false, program: false });
});

function readJson(text: string): ReturnType<typeof signedReceipt.parse>['receipt'] | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
