import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { newId } from '../../platform/ids.ts';
import { apiCustomer } from '../../testing/api-customer.ts';
import { keptLog } from '../../testing/kept-log.ts';
import { testApp } from '../../testing/test-app.ts';
import { pushTo } from './index.ts';
import { pushSender, type SendPush } from './send-pushes.ts';

const { database, origin } = await testApp({ FARLINE_ROLES: 'api' });
const keys = async () => ({ publicKey: 'public', privateKey: 'private' });
const ENDPOINT = 'https://push.example.org/a-very-secret-place';

/** Somebody who is told of things in one browser. */
async function aUser(): Promise<string> {
  const { userId, accountId } = await apiCustomer({ origin, database });
  const endpoint = `${ENDPOINT}/${newId()}`;
  await sql`insert into push.subscription (id, user_id, account_id, session_id, endpoint, p256dh, auth, added_at)
    select ${newId()}, ${userId}, ${accountId}, id, ${endpoint}, 'the-key', 'the-secret', now()
    from accounts.session where user_id = ${userId}`.execute(database);
  return userId;
}

/** Somebody's browser, and a sender whose push service answers as the test says; time passes as it says too. Nobody else is told anything. */
async function aSender(answer: SendPush) {
  await sql`delete from push.subscription`.execute(database);
  const userId = await aUser();
  let now = new Date();
  const { log, lines } = keptLog('info');
  const messages: Parameters<SendPush>[1][] = [];
  const send = pushSender({
    database,
    log,
    keys,
    clock: { now: () => now },
    random: () => 0.5,
    sendPush: async (to, message, ...rest) => {
      messages.push(message);
      return await answer(to, message, ...rest);
    },
  });
  /** What is in the queue still. */
  const waiting = async () => {
    const { rows } = await sql`select m.id from push.message m join push.subscription s on s.id = m.subscription_id
      where s.user_id = ${userId}`.execute(database);
    return rows;
  };
  return {
    lines,
    messages,
    send,
    waiting,
    passes: (ms: number) => (now = new Date(now.getTime() + ms)),
    tell: async (body: string, { tag = 'call 1', keptForMs = 60_000, to = userId, afterMs = 0 } = {}) =>
      await pushTo(database, {
        userId: to,
        isUrgent: true,
        at: now,
        notBefore: new Date(now.getTime() + afterMs),
        keptForMs,
        content: { tag, title: 'Missed call', body, path: '/calls', direction: 'ltr', language: 'en' },
      }),
  };
}

test('what cannot be sent is tried six times, later each time, and then given up; the log has no word of where to', async () => {
  const sender = await aSender(async () => ({ state: 'later', why: 'answered 503', afterMs: null }));
  await sender.tell('+447700900123', { keptForMs: 3_600_000 });
  for (let round = 1; round <= 8; round += 1) {
    await sender.send();
    await expect.poll(() => sender.lines.length).toBeGreaterThanOrEqual(Math.min(round, 6));
    sender.passes(40_000);
  }

  expect(sender.messages).toHaveLength(6);
  expect(await sender.waiting()).toEqual([]);
  const written = sender.lines.join('');
  expect(written).toContain('given up');
  for (const secret of ['a-very-secret-place', 'the-key', 'the-secret', '+447700900123']) {
    expect(written).not.toContain(secret);
  }
});

test('what never had a connection was not tried', async () => {
  const sender = await aSender(async () => ({ state: 'later', why: 'no connection', afterMs: null, wasAsked: false }));
  await sender.tell('+447700900123', { keptForMs: 3_600_000 });
  for (let round = 1; round <= 8; round += 1) {
    await sender.send();
    await expect.poll(() => sender.lines.length).toBeGreaterThanOrEqual(round);
    sender.passes(40_000);
  }

  expect(sender.messages).toHaveLength(8);
  expect(await sender.waiting()).toHaveLength(1);
});

test('what is over is not sent, and a push service keeps what is not for no longer than it lasts', async () => {
  const sender = await aSender(async () => ({ state: 'taken' }));
  await sender.tell('over', { keptForMs: 10_000 });
  sender.passes(10_001);
  await sender.send();
  await sender.tell('on time', { tag: 'call 2', keptForMs: 10_000 });
  sender.passes(4_000);
  await sender.send();

  await expect.poll(() => sender.messages.length).toBe(1);
  expect(sender.messages[0]).toMatchObject({ ttlSeconds: 6, isUrgent: true });
  expect(JSON.parse(sender.messages[0]?.payload ?? '')).toMatchObject({ body: 'on time' });
});

test('what is not to be shown yet waits for its time', async () => {
  const sender = await aSender(async () => ({ state: 'taken' }));
  await sender.tell('later', { afterMs: 10_000 });
  await sender.tell('now', { tag: 'call 2' });
  await sender.send();
  await expect.poll(() => sender.messages.length).toBe(1);
  sender.passes(10_001);
  await sender.send();

  await expect.poll(() => sender.messages.length).toBe(2);
  expect(sender.messages.map(({ payload }) => (JSON.parse(payload) as { body: string }).body)).toEqual([
    'now',
    'later',
  ]);
});

test('of two messages about one thing that wait, the later one is sent', async () => {
  const sender = await aSender(async () => ({ state: 'taken' }));
  await sender.tell('rings');
  await sender.tell('was missed');
  await sender.tell('something else', { tag: 'call 2' });
  await sender.send();

  await expect.poll(() => sender.messages.length).toBe(2);
  expect(sender.messages.map(({ payload }) => (JSON.parse(payload) as { body: string }).body).toSorted()).toEqual([
    'something else',
    'was missed',
  ]);
  expect(new Set(sender.messages.map(({ topic }) => topic)).size).toBe(2);
});

test('of two processes that send at once each message goes out once', async () => {
  const sender = await aSender(async () => ({ state: 'taken' }));
  for (let which = 0; which < 8; which += 1) await sender.tell(`number ${which}`, { tag: `call ${which}` });
  await Promise.all([sender.send(), sender.send(), sender.send()]);

  await expect.poll(async () => (await sender.waiting()).length).toBe(0);
  const bodies = sender.messages.map(({ payload }) => (JSON.parse(payload) as { body: string }).body);
  expect(new Set(bodies).size).toBe(8);
  expect(bodies).toHaveLength(8);
});

test('a push service that never answers keeps only its own users waiting', async () => {
  const never = new Promise<never>(() => undefined);
  const sender = await aSender(async (_to, { payload }) =>
    payload.includes('slow') ? await never : { state: 'taken' },
  );
  for (let which = 0; which < 30; which += 1) await sender.tell(`slow ${which}`, { tag: `call ${which}` });
  for (let round = 0; round < 5; round += 1) await sender.send();
  expect(sender.messages).toHaveLength(8);

  await sender.tell('something else', { to: await aUser() });
  await sender.send();
  expect(sender.messages.at(-1)?.payload).toContain('something else');
});

test('eight accounts whose push services never answer keep nobody else waiting', async () => {
  const never = new Promise<never>(() => undefined);
  const sender = await aSender(async (_to, { payload }) =>
    payload.includes('slow') ? await never : { state: 'taken' },
  );
  for (let account = 0; account < 8; account += 1) {
    const to = await aUser();
    for (let which = 0; which < 10; which += 1) await sender.tell(`slow ${which}`, { tag: `call ${which}`, to });
  }
  for (let round = 0; round < 5; round += 1) await sender.send();
  expect(sender.messages).toHaveLength(64);

  await sender.tell('something else', { to: await aUser() });
  await sender.send();
  expect(sender.messages.at(-1)?.payload).toContain('something else');
});
