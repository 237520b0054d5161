import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createHttpServer } from '../../../platform/http-server.ts';
import { newId } from '../../../platform/ids.ts';
import { createLog } from '../../../platform/log.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { messagesWorld, testCarrier } from '../../../testing/money/messages-world.ts';
import { findBroadcast } from '../broadcasts/broadcast-store.ts';
import { createBroadcast } from '../broadcasts/write-broadcast.ts';
import { allowSenderName } from '../record/sender-names-store.ts';
import { sendersOf } from '../record/senders.ts';
import { addMessageRoutes } from '../routes.ts';

const { database } = await testDatabase();
const world = await messagesWorld(database, {
  carriers: [testCarrier('real'), testCarrier('sandbox', { isSandbox: true })],
});
type Customer = Awaited<ReturnType<typeof world.customer>>;

const http = await createHttpServer({ log: createLog('silent'), allowedOrigins: [], trustProxy: false });
const requireUser = async (request: FastifyRequest) => {
  const [userId, accountId] = String(request.headers.authorization).split(' ');
  request.identity = { userId: userId ?? '', accountId: accountId ?? '', sessionId: newId(), role: 'customer' };
};
addMessageRoutes(http, { ...world.deps, requireUser });
afterAll(async () => await http.close());
async function ask({ userId, accountId }: Customer, method: 'GET' | 'POST' | 'DELETE', path: string) {
  const headers = { authorization: `${userId} ${accountId}` };
  const answer = await http.inject({ method, url: `/messages/broadcasts/${path}`, headers });
  return { status: answer.statusCode, body: answer.json<unknown>() };
}

let rented = 0;
const becomeActive = async ({ accountId }: Customer) =>
  await sql`update accounts.account set state = 'active' where id = ${accountId}`.execute(database);
async function rent({ accountId }: Customer): Promise<string> {
  const e164 = `+1415555${String((rented += 1)).padStart(4, '0')}`;
  await sql`insert into numbers.number (e164, account_id, kind, created_at)
    values (${e164}, ${accountId}, 'bought', now())`.execute(database);
  return e164;
}
const NEEDED = { code: 'rented_number_needed', status: 403 };

test('nothing goes to real telephones from a practice number, whether it is named or not, or the conversation went by it', async () => {
  const customer = await world.customer('1.00');
  const practice = await world.numberOf(customer);
  expect(await world.write(customer)).toMatchObject({ number: practice, isPractice: true });
  await becomeActive(customer);
  await expect(world.write(customer)).rejects.toMatchObject(NEEDED);
  await expect(world.write(customer, 'Hi', { from: practice })).rejects.toMatchObject(NEEDED);
  await expect(world.write(customer, 'Hi', { from: '+447700900999' })).rejects.toMatchObject({
    code: 'sender_not_allowed',
  });
  const broadcast = { ...customer, name: 'News', text: 'Hi', optOutLine: null };
  await expect(createBroadcast(world.deps, broadcast)).rejects.toMatchObject(NEEDED);
  expect(await sendersOf(world.deps, customer.accountId)).toEqual({ numbers: [], names: [] });
});

test('what was begun by broadcast in practice is seen, stopped and removed without a rented number', async () => {
  const customer = await world.customer('1.00');
  const { accountId } = customer;
  const begin = async () =>
    await createBroadcast(world.deps, { ...customer, name: 'News', text: 'Hi', optOutLine: null });
  const [draft, running, paused] = [await begin(), await begin(), await begin()];
  await sql`update messages.broadcast set state = case when id = ${running.id} then 'running' else 'paused' end,
      turn_at = case when id = ${running.id} then now() end, started_at = now()
    where id in (${running.id}, ${paused.id})`.execute(database);
  await becomeActive(customer);

  expect(await ask(customer, 'GET', draft.id)).toMatchObject({ status: 200, body: { broadcast: { id: draft.id } } });
  expect(await ask(customer, 'DELETE', draft.id)).toMatchObject({ status: 200 });
  expect(await findBroadcast(database, { accountId, id: draft.id })).toBeNull();
  const isPaused = { status: 200, body: { broadcast: { status: 'paused' } } };
  expect(await ask(customer, 'POST', `${running.id}/pause`)).toMatchObject(isPaused);
  const isCancelled = { status: 200, body: { broadcast: { status: 'cancelled' } } };
  expect(await ask(customer, 'POST', `${paused.id}/cancel`)).toMatchObject(isCancelled);
});

test('a rented number is the sender there, also where the practice number is the default', async () => {
  const customer = await world.customer('1.00');
  const practice = await world.numberOf(customer);
  await world.write(customer);
  await sql`update numbers.number set is_default = true where e164 = ${practice}`.execute(database);
  await becomeActive(customer);
  const number = await rent(customer);
  expect(await world.write(customer)).toMatchObject({ number, isPractice: false });
  expect(await world.write(customer, 'Hi', { to: '+447700900124' })).toMatchObject({ number });
  await expect(world.write(customer, 'Hi', { from: practice })).rejects.toMatchObject(NEEDED);
  const { id } = await createBroadcast(world.deps, { ...customer, name: 'News', text: 'Hi', optOutLine: null });
  expect(await findBroadcast(database, { accountId: customer.accountId, id })).toMatchObject({ number });
  expect(await sendersOf(world.deps, customer.accountId)).toEqual({ numbers: [number], names: [] });
});

test('a name that was allowed needs no rented number', async () => {
  const customer = await world.customer('1.00');
  await becomeActive(customer);
  const { accountId } = customer;
  await allowSenderName(database, { accountId, name: 'Acme', registeredIn: ['GB'], at: world.clock.now() });
  expect(await world.write(customer, 'Hi', { from: 'Acme' })).toMatchObject({ number: 'Acme', isPractice: false });
});

test('practice goes on from the practice number, with a rented one too', async () => {
  const customer = await world.customer('1.00');
  const practice = await world.numberOf(customer);
  await rent(customer);
  expect(await world.write(customer, 'Hi', { from: practice })).toMatchObject({ number: practice, isPractice: true });
});
