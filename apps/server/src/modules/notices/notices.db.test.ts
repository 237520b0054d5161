import { type LiveEvent, liveServerMessage, noticeReply, noticeSettingsReply, noticesReply } from '@farline/contracts';
import { expect, test } from 'vitest';
import { inTransaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { confirmSignUp } from '../../testing/confirm-sign-up.ts';
import { testApp } from '../../testing/test-app.ts';
import { waitingStatements } from '../../testing/waiting-statements.ts';
import { saveNoticeSettings } from './notices-store.ts';
import { usualNoticeSettings } from './notice-settings.ts';

const { database, origin } = await testApp();
const PASSWORD = 'Analytical1843';
const PATIENCE_MS = 10_000;

type Customer = { token: string; userId: string; accountId: string };

async function ask(token: string | null, method: string, path: string, body?: unknown) {
  const answer = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

async function aCustomer(): Promise<Customer> {
  const person = { firstName: 'Ada', lastName: 'Lovelace', email: `${newId()}@example.org`, password: PASSWORD };
  const { token, user } = (await ask(null, 'POST', '/auth/register', person)).body as {
    token: string;
    user: { id: string; accountId: string };
  };
  await confirmSignUp(database, user.id);
  return { token, userId: user.id, accountId: user.accountId };
}

/** Somebody signs in where this user never did. */
const newDevice = async ({ userId, accountId }: Customer, device = 'Firefox on Linux') =>
  await publish(database, {
    type: 'user.new_device',
    accountId,
    subjectId: userId,
    payload: { sessionId: newId(), device, address: '192.0.2.1' },
  });

const list = async ({ token }: Customer, query = '') =>
  noticesReply.parse((await ask(token, 'GET', `/notices${query}`)).body);

async function untilListed(customer: Customer, count: number) {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await list(customer, '?limit=100');
    if (found.items.length >= count) return found;
    if (Date.now() > until) throw new Error(`${found.items.length} of ${count} notices came`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** What the customer's open page is told. */
async function livePage({ token }: Customer) {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`);
  const events: LiveEvent[] = [];
  const waiting = new Set<() => void>();
  let last: unknown = null;
  const closed = new Promise<unknown>((resolve) => socket.addEventListener('close', () => resolve(last)));
  const ready = new Promise<void>((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      const message = liveServerMessage.parse(JSON.parse(String(data)));
      if (message.type === 'ready') resolve();
      last = message;
      if (message.type === 'event') events.push(message.event);
      for (const look of waiting) look();
    });
  });
  socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'hello', token })));
  await ready;
  return {
    /** The last word before the socket was closed. */
    closed,
    close: () => socket.close(),
    next: async (place: number) =>
      await new Promise<LiveEvent>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('nothing was pushed')), PATIENCE_MS);
        const look = () => {
          const event = events.filter(({ type }) => type === 'notice.changed')[place];
          if (event === undefined) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(event);
        };
        waiting.add(look);
        look();
      }),
  };
}

test('a changed password is told in the list, unread, until it is read', async () => {
  const customer = await aCustomer();
  const newPassword = 'Difference1822';
  await ask(customer.token, 'POST', '/auth/change-password', { currentPassword: PASSWORD, newPassword });

  const { items, unread } = await untilListed(customer, 1);
  expect(items).toMatchObject([{ kind: 'password_changed', readAt: null, text: expect.stringContaining('password') }]);
  expect(unread).toBe(1);

  const read = await ask(customer.token, 'POST', `/notices/${items[0]?.id}/read`);
  expect(noticeReply.parse(read.body)).toMatchObject({ unread: 0, notice: { readAt: expect.any(String) } });
  expect((await list(customer, '?unread=true')).items).toEqual([]);
});

test('a notice appears on an open page at once, with the count, and so does its reading', async () => {
  const customer = await aCustomer();
  const page = await livePage(customer);
  await newDevice(customer);
  await newDevice(customer, 'Safari on iPhone');

  expect(await page.next(1)).toMatchObject({
    notice: { kind: 'new_device', facts: { device: 'Safari on iPhone' } },
    unread: 2,
  });
  await ask(customer.token, 'POST', '/notices/read');
  expect(await page.next(2)).toEqual({ type: 'notice.changed', notice: null, unread: 0 });
  page.close();
});

test('a day in the list, on an open page and in the export is one of the account’s time zone', async () => {
  const customer = await aCustomer();
  await ask(customer.token, 'PATCH', '/auth/profile', { timeZone: 'Asia/Tokyo' });
  const page = await livePage(customer);
  const price = { amount: '9.0000', currency: 'USD' };
  await publish(database, {
    type: 'plan.renewed',
    accountId: customer.accountId,
    subjectId: newId(),
    payload: { plan: 'Talk', price, until: '2026-03-31T18:00:00.000Z' },
  });
  const text = 'Your plan Talk was renewed until April 1, 2026 for $9.00.';

  expect(await page.next(0)).toMatchObject({ notice: { text } });
  page.close();
  const { items } = await list(customer);
  expect(items).toMatchObject([{ text }]);
  const read = await ask(customer.token, 'POST', `/notices/${items[0]?.id}/read`);
  expect(read.body).toMatchObject({ notice: { text } });
  expect((await ask(customer.token, 'GET', '/settings/export')).body).toMatchObject({ notices: [{ text }] });
});

test('the list comes page by page, newest first', async () => {
  const customer = await aCustomer();
  for (let place = 0; place < 5; place++) await newDevice(customer, `Device ${place}`);
  await untilListed(customer, 5);

  const first = await list(customer, '?limit=3');
  const second = await list(customer, `?limit=3&cursor=${first.nextCursor}`);

  expect(second.nextCursor).toBeNull();
  const ids = [...first.items, ...second.items].map((notice) => notice.id);
  expect(ids).toEqual(ids.toSorted().toReversed());
  expect(new Set(ids).size).toBe(5);
  expect(first.unread).toBe(5);
});

test("nobody reads somebody else's notices", async () => {
  const [one, two] = [await aCustomer(), await aCustomer()];
  await newDevice(one);
  const { items } = await untilListed(one, 1);

  expect((await ask(two.token, 'POST', `/notices/${items[0]?.id}/read`)).status).toBe(404);
  expect((await list(two)).items).toEqual([]);
  expect((await list(one)).unread).toBe(1);
});

test('settings are kept, what is left out stays, and a mark that is no amount is refused', async () => {
  const { token } = await aCustomer();
  const settings = async () => noticeSettingsReply.parse((await ask(token, 'GET', '/settings/notices')).body).settings;
  expect(await settings()).toEqual({
    lowBalanceMark: { amount: '1.0000', currency: 'USD' },
    mail: {
      lowBalance: true,
      calls: false,
      newDevice: true,
      payments: true,
      plan: true,
      unusualSpending: true,
      messages: false,
      voicemail: true,
      missedCalls: false,
    },
    push: { calls: true, missedCalls: true, messages: true, voicemail: true },
  });

  await ask(token, 'PATCH', '/settings/notices', { lowBalanceMark: '7.5' });
  await ask(token, 'PATCH', '/settings/notices', { mail: { calls: true, newDevice: false, plan: false } });

  expect(await settings()).toEqual({
    lowBalanceMark: { amount: '7.5000', currency: 'USD' },
    mail: {
      lowBalance: true,
      calls: true,
      newDevice: false,
      payments: true,
      plan: false,
      unusualSpending: true,
      messages: false,
      voicemail: true,
      missedCalls: false,
    },
    push: { calls: true, missedCalls: true, messages: true, voicemail: true },
  });
  for (const lowBalanceMark of ['-1', 'much', '10001', 7]) {
    const refused = await ask(token, 'PATCH', '/settings/notices', { lowBalanceMark });
    expect(refused).toMatchObject({ status: 400, body: { errors: { lowBalanceMark: expect.any(String) } } });
  }
});

test('switches that are changed at once are all kept', async () => {
  const { token, userId } = await aCustomer();

  const changes = await inTransaction(database, async (tx) => {
    await saveNoticeSettings(tx, userId, { ...usualNoticeSettings, mailsPlan: false });
    const underWay = [{ calls: true }, { newDevice: false }].map(
      async (mail) => await ask(token, 'PATCH', '/settings/notices', { mail }),
    );
    await expect.poll(async () => await waitingStatements(database, 'notices.setting')).toBe(2);
    return underWay;
  });
  await Promise.all(changes);

  expect((await ask(token, 'GET', '/settings/notices')).body).toMatchObject({
    settings: { mail: { calls: true, newDevice: false, plan: false, lowBalance: true } },
  });
});

test('signing out from afar closes the other browser’s line within a moment', async () => {
  const customer = await aCustomer();
  const page = await livePage(customer);
  const email = ((await ask(customer.token, 'GET', '/auth/profile')).body as { user: { email: string } }).user.email;
  const elsewhere = (await ask(null, 'POST', '/auth/login', { email, password: PASSWORD })).body as { token: string };

  await ask(elsewhere.token, 'DELETE', '/auth/sessions');

  expect(await page.closed).toMatchObject({ type: 'refused', code: 'session_ended' });
});
