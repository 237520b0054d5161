import { afterAll, expect, test } from 'vitest';
import type { FastifyRequest } from 'fastify';
import { createHttpServer } from '../../platform/http-server.ts';
import { addIdempotency } from '../../platform/idempotency.ts';
import { newId } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import { abandonKeys } from '../../testing/abandon-keys.ts';
import { withLostAnswer } from '../../testing/lost-answer.ts';
import { messagesWorld, PEER, PER_SEGMENT } from '../../testing/money/messages-world.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { addMessageRoutes } from './routes.ts';
import { writeMessage } from './sending/write-message.ts';

// A request whose end nobody heard of is made again, with its key: it is done once.
const { database } = await testDatabase();
const { database: lossy, loseNext } = withLostAnswer(database);
const world = await messagesWorld(lossy);
type Customer = Awaited<ReturnType<typeof world.customer>>;

const http = await createHttpServer({ log: createLog('silent'), allowedOrigins: [], trustProxy: false });
addIdempotency(http, { database: lossy, clock: world.clock });
const requireUser = async (request: FastifyRequest) => {
  const [userId, accountId] = String(request.headers.authorization).split(' ');
  request.identity = { userId: userId ?? '', accountId: accountId ?? '', sessionId: newId(), role: 'customer' };
};
addMessageRoutes(http, { ...world.deps, requireUser });
afterAll(async () => await http.close());

async function ask({ userId, accountId }: Customer, key: string, more: { text?: string; sendAt?: string } = {}) {
  const answer = await http.inject({
    method: 'POST',
    url: '/messages',
    headers: { authorization: `${userId} ${accountId}`, 'idempotency-key': key },
    payload: { to: PEER, text: 'Hi', ...more },
  });
  type Written = { id: string; status: string; text: string };
  return { status: answer.statusCode, ...answer.json<{ message?: Written; scheduled?: Written; code?: string }>() };
}

async function scheduledOf({ userId, accountId }: Customer) {
  const headers = { authorization: `${userId} ${accountId}` };
  return (await http.inject({ url: '/messages/scheduled', headers })).json<{ items: { id: string }[] }>().items;
}

const inAnHour = () => new Date(world.clock.now().getTime() + 3_600_000).toISOString();

test('a message whose server was killed before it answered is the same one when it is asked for again, and paid once', async () => {
  const customer = await world.customer('1.00');
  const first = await ask(customer, 'killed');
  await abandonKeys(database, customer.userId);

  expect(await ask(customer, 'killed')).toEqual(first);
  expect(first.status).toBe(201);
  expect(await world.thread(customer)).toHaveLength(1);
  expect((await world.wallet(customer.walletId)).held).toBe(PER_SEGMENT);
  // And the answer is kept now.
  expect(await ask(customer, 'killed')).toEqual(first);
});

test('a message whose commit is done and never answered is the same one when it is asked for again at once, and paid once', async () => {
  const customer = await world.customer('1.00');
  loseNext();
  expect(await ask(customer, 'lost')).toMatchObject({ status: 500, code: 'internal_error' });

  const [written] = await world.thread(customer);
  expect(await ask(customer, 'lost')).toMatchObject({ status: 201, message: { id: written?.id, text: 'Hi' } });
  expect(await world.thread(customer)).toHaveLength(1);
  expect((await world.wallet(customer.walletId)).held).toBe(PER_SEGMENT);
});

test('what took the last of the money is given when it is asked for again, and not refused', async () => {
  const customer = await world.customer('0.02');
  loseNext();
  expect((await ask(customer, 'last')).status).toBe(500);
  await world.send();

  expect(await ask(customer, 'last')).toMatchObject({ status: 201, message: { status: 'sent' } });
  expect(await world.thread(customer)).toHaveLength(1);
});

test('a message that nobody wrote down before its server was killed is written when it is asked for again, once', async () => {
  const customer = await world.customer('0.01');
  expect(await ask(customer, 'unwritten')).toMatchObject({ status: 402 });
  await abandonKeys(database, customer.userId);
  await world.topUp(customer, '1.00');

  const again = await ask(customer, 'unwritten');
  expect(again.status).toBe(201);
  await abandonKeys(database, customer.userId);
  expect(await ask(customer, 'unwritten')).toEqual(again);
  expect(await world.thread(customer)).toHaveLength(1);
});

test('a message with a time is asked for again after a kill or a lost answer, and waits once', async () => {
  const customer = await world.customer('1.00');
  const sendAt = inAnHour();
  const killed = await ask(customer, 'killed', { sendAt });
  await abandonKeys(database, customer.userId);
  expect(await ask(customer, 'killed', { sendAt })).toEqual(killed);
  expect(await scheduledOf(customer)).toHaveLength(1);

  loseNext();
  expect((await ask(customer, 'lost', { sendAt, text: 'Another' })).status).toBe(500);
  expect(await ask(customer, 'lost', { sendAt, text: 'Another' })).toMatchObject({ status: 201 });
  expect(await scheduledOf(customer)).toHaveLength(2);
});

test('ten who ask again at once for what nobody answered get one message', async () => {
  const customer = await world.customer('1.00');
  const first = await ask(customer, 'ten');
  await abandonKeys(database, customer.userId);
  const answers = await Promise.all(Array.from({ length: 10 }, async () => await ask(customer, 'ten')));
  for (const { status, message, code } of answers)
    expect(status === 201 ? message?.id : code).toBe(status === 201 ? first.message?.id : 'request_under_way');
  expect(await world.thread(customer)).toHaveLength(1);
});

test('a server that is still at it when another does it again writes nothing twice', async () => {
  const other = await messagesWorld(database);
  const customer = await world.customer('1.00');
  const { accountId, userId } = customer;
  const request = {
    accountId,
    userId,
    spender: userId,
    to: PEER,
    from: undefined,
    text: 'Hi',
    defaultCountry: undefined,
  };
  const work = { id: newId(world.clock.now()), mayBeDone: true };

  const written = await Promise.all(
    [world, other, world, other].map(async ({ deps }) => await writeMessage(deps, request, work)),
  );

  expect(new Set(written.map(({ id }) => id))).toEqual(new Set([work.id]));
  expect(await world.thread(customer)).toHaveLength(1);
  expect((await world.wallet(customer.walletId)).held).toBe(PER_SEGMENT);
});
