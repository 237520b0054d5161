import { callListReply, contactReply, messagesReply, threadsReply } from '@farline/contracts';
import { expect, test } from 'vitest';
import { type ApiCustomer, apiCustomer } from '../../../testing/api-customer.ts';
import { testApp } from '../../../testing/test-app.ts';

const app = await testApp();
const [MOBILE, WORK, ELSEWHERE] = ['+447700900123', '+447700900456', '+447700900789'];
const pathOf = (peer: string) => `/messages/threads/${encodeURIComponent(peer)}`;

async function list(customer: ApiCustomer, query = '') {
  return threadsReply.parse((await customer.ask('GET', `/messages/threads${query}`)).body);
}

/** Somebody with two numbers. */
async function know({ ask }: ApiCustomer, name: string, numbers: string[]): Promise<string> {
  const { body } = await ask('POST', '/contacts', { name, numbers: numbers.map((number) => ({ number })) });
  return contactReply.parse(body).contact.id;
}

async function write({ ask }: ApiCustomer, to: string, text: string): Promise<void> {
  expect(await ask('POST', '/messages', { to, text })).toMatchObject({ status: 201 });
}

const peersOf = ({ items }: Awaited<ReturnType<typeof list>>) =>
  items.map(({ peer, others }) => [peer, ...others.map((other) => other.peer)]);

test('a contact with two numbers is one line of the inbox, at the number that was written with last', async () => {
  const customer = await apiCustomer(app);
  const id = await know(customer, 'Ada Lovelace', [MOBILE, WORK]);
  await write(customer, MOBILE, 'To the mobile');
  await write(customer, ELSEWHERE, 'To somebody else');
  await write(customer, WORK, 'To the office');
  await customer.ask('PATCH', pathOf(MOBILE), { draft: 'Begun' });

  expect(peersOf(await list(customer))).toEqual([[WORK, MOBILE], [ELSEWHERE]]);
  expect((await list(customer)).items[0]?.others).toEqual([{ peer: MOBILE, unread: 0, draft: 'Begun', scheduled: 0 }]);
  await write(customer, MOBILE, 'To the mobile again');
  expect(peersOf(await list(customer))).toEqual([[MOBILE, WORK], [ELSEWHERE]]);
  await customer.ask('DELETE', `/contacts/${id}`);
  expect(peersOf(await list(customer))).toEqual([[MOBILE], [WORK], [ELSEWHERE]]);
});

test('page by page everybody stands in the list once', async () => {
  const customer = await apiCustomer(app);
  await know(customer, 'Ada Lovelace', [MOBILE, WORK]);
  for (const peer of [WORK, ELSEWHERE, MOBILE]) await write(customer, peer, 'Hello');
  const seen: string[][] = [];
  let cursor: string | null = null;
  do {
    const page = await list(customer, `?limit=1${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`);
    seen.push(...peersOf(page));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(seen).toEqual([[MOBILE, WORK], [ELSEWHERE]]);
});

test('a search has a line for each number in which it finds something', async () => {
  const customer = await apiCustomer(app);
  await know(customer, 'Ada Lovelace', [MOBILE, WORK]);
  await write(customer, MOBILE, 'The engine');
  await write(customer, WORK, 'Another engine');
  expect(peersOf(await list(customer, '?q=engine'))).toEqual([[WORK], [MOBILE]]);
});

test('who is kept out of the inbox by one number is not in it by the other line', async () => {
  const customer = await apiCustomer(app);
  await know(customer, 'Ada Lovelace', [MOBILE, WORK]);
  for (const peer of [MOBILE, WORK]) await write(customer, peer, 'Hello');
  await customer.ask('PATCH', pathOf(WORK), { isBlocked: true });
  expect(peersOf(await list(customer))).toEqual([[MOBILE]]);
  expect(peersOf(await list(customer, '?blocked=true'))).toEqual([[WORK]]);
});

test('contacts of somebody else join nothing', async () => {
  const [mine, theirs] = [await apiCustomer(app), await apiCustomer(app)];
  await know(theirs, 'Ada Lovelace', [MOBILE, WORK]);
  for (const peer of [MOBILE, WORK]) await write(mine, peer, 'Hello');
  expect(peersOf(await list(mine))).toEqual([[WORK], [MOBILE]]);
});

test('what was written with two numbers is one story, page by page, from either end', async () => {
  const customer = await apiCustomer(app);
  for (const [index, peer] of [MOBILE, WORK, MOBILE, WORK].entries()) await write(customer, peer, `Text ${index}`);
  await write(customer, ELSEWHERE, 'Of nobody here');
  const read = async (query: string) => {
    const also = encodeURIComponent(WORK);
    return messagesReply.parse((await customer.ask('GET', `${pathOf(MOBILE)}/messages?also=${also}&${query}`)).body);
  };
  const texts = ({ items }: Awaited<ReturnType<typeof read>>) => items.map(({ text }) => text.replace('Text ', ''));
  const newest = await read('limit=3');
  expect(texts(newest)).toEqual(['3', '2', '1']);
  const rest = await read(`limit=3&cursor=${newest.nextCursor ?? ''}`);
  expect([texts(rest), rest.nextCursor]).toEqual([['0'], null]);
  const after = await read(`limit=2&after=${rest.items[0]?.id ?? ''}`);
  expect([texts(after), after.newerCursor]).toEqual([['2', '1'], after.items[0]?.id]);
  expect(texts(await read(`limit=3&around=${after.items[1]?.id ?? ''}`))).toEqual(['2', '1', '0']);
});

test('calls are told for several numbers at once, and for no other', async () => {
  const customer = await apiCustomer(app);
  for (const to of [MOBILE, ELSEWHERE, WORK]) {
    expect(await customer.ask('POST', '/calls/initiate', { to })).toMatchObject({ status: 201 });
  }
  const numbers = encodeURIComponent(`${MOBILE},${WORK}`);
  const { items } = callListReply.parse((await customer.ask('GET', `/calls?with=${numbers}`)).body);
  expect(items.map(({ to }) => to)).toEqual([WORK, MOBILE]);
  expect(await customer.ask('GET', '/calls?with=everybody')).toMatchObject({ status: 400 });
});
