import type { AddressInfo } from 'node:net';
import type { TransferOrder } from '@farline/contracts/call-bridge';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveOrders } from './serve-orders.ts';

const SECRET = 'a secret of the test, long enough';
const ORDER: TransferOrder = {
  running: {
    sipCallId: 'c',
    fromTag: 'f',
    toTag: 't',
    fromUri: 'sip:a@x',
    toUri: 'sip:b@x',
    target: 'sip:b@y',
    routes: [],
    cseq: 2,
  },
  placed: {
    call: '019811f0-0000-7000-8000-000000000000',
    uri: 'sip:+44@x',
    realm: 'x',
    username: '1:u',
    password: 'p',
  },
};

let url: string;
let close: () => void;
const taken: TransferOrder[] = [];
beforeAll(async () => {
  const server = await serveOrders({
    host: '127.0.0.1',
    port: 0,
    secret: SECRET,
    log: () => {},
    transfer: async (order) => {
      taken.push(order);
      return { outcome: 'joined', status: 200 };
    },
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => server.close();
});
afterAll(() => close());

const post = async (body: unknown, secret = SECRET) =>
  await fetch(`${url}/transfers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
    body: JSON.stringify(body),
  });

test('an order is carried out for whoever has the secret, and for nobody else', async () => {
  expect((await post(ORDER, 'a guess')).status).toBe(401);
  expect(taken).toEqual([]);

  expect(await (await post(ORDER)).json()).toEqual({ outcome: 'joined', status: 200 });
  expect(taken).toEqual([ORDER]);
});

test.each([
  ['that is none', {}],
  [
    'whose words would write a header of their own',
    { ...ORDER, running: { ...ORDER.running, target: 'sip:b@y>\r\nX: 1' } },
  ],
])('an order %s is refused', async (_what, order) => {
  expect((await post(order)).status).toBe(400);
});
