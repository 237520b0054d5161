import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type TransferOrder, type TransferOutcome, transferOrder } from '@farline/contracts/call-bridge';

const MOST_BYTES = 16_384;

type Orders = {
  host: string;
  port: number;
  /** What each order must bear: `Authorization: Bearer …`. */
  secret: string;
  transfer: (order: TransferOrder) => Promise<TransferOutcome>;
  log: (sentence: string) => void;
};
type Reply = { status: number; body: unknown };

/** Takes orders over HTTP: `POST /transfers` answers when it is known what came of it; `GET /health` says that it is well. */
export function serveOrders(orders: Orders): Promise<Server> {
  const server = createServer((request, response) => {
    void replyTo(orders, request)
      .catch((error: unknown): Reply => {
        orders.log(`An order failed: ${String(error)}`);
        return { status: 500, body: { message: 'The order could not be carried out.' } };
      })
      .then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
      });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(orders.port, orders.host, () => resolve(server));
  });
}

async function replyTo(orders: Orders, request: IncomingMessage): Promise<Reply> {
  if (request.method === 'GET' && request.url === '/health') return { status: 200, body: { status: 'ok' } };
  if (request.method !== 'POST' || request.url !== '/transfers') {
    return { status: 404, body: { message: 'There are POST /transfers and GET /health.' } };
  }
  if (!isSecret(request.headers.authorization, orders.secret)) {
    return { status: 401, body: { message: 'The secret is missing or wrong.' } };
  }
  const order = transferOrder.safeParse(await readJson(request));
  if (!order.success) return { status: 400, body: { message: order.error.message } };
  return { status: 200, body: await orders.transfer(order.data) };
}

/** Compared by their hashes: those have one length, and the time tells nothing. */
function isSecret(authorization: string | undefined, secret: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(authorization ?? ''), hash(`Bearer ${secret}`));
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const bytes of request.setEncoding('utf8')) {
    text += String(bytes);
    if (text.length > MOST_BYTES) return null;
  }
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
