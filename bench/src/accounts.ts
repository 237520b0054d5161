import { createHmac, randomBytes } from 'node:crypto';
import { mailedProofs } from '@farline/tools/mailed-proofs';
import { createApi, inTurns, patiently } from './api.ts';

const TOKEN_GOOD_FOR_MS = 10 * 60_000;
const CREDENTIALS_GOOD_FOR_SECONDS = 3600;
/** Password hashes cost a processor each. */
const AT_ONCE = 4;

export type Customer = {
  email: string;
  password: string;
  userId: string;
  token: string;
  credentials: { username: string; password: string };
};

export type Customers = {
  /** Who places the call of this number: everyone in turn. */
  callerOf(index: number): Customer;
  credentials: readonly Customer['credentials'][];
  all: readonly Customer[];
  /** Access tokens live a quarter of an hour: signs everyone in again when they are old. */
  refresh(): Promise<void>;
  /** POST /calls/initiate: the id of a call that may be placed within a minute. */
  initiate(customer: Customer, number: string): Promise<string>;
  /** POST /calls/:id/end, for each of these calls: whoever placed them has gone away without a word. */
  end(calls: readonly { id: string; userId: string }[]): Promise<void>;
  close(): void;
};

/** Signs up this many customers over HTTP, and confirms their addresses. Their SIP credentials are made as the server makes them. */
export async function signUpCustomers(options: {
  apiPort: number;
  sipSecret: string;
  databaseUrl: string;
  count: number;
}): Promise<Customers> {
  const api = createApi(options.apiPort);
  const password = `Aa1${randomBytes(9).toString('base64url')}`;
  const numbers = Array.from({ length: options.count }, (_, number) => number);
  const customers = await inTurns(numbers, AT_ONCE, async (number): Promise<Customer> => {
    const email = `caller-${number}-${randomBytes(4).toString('hex')}@bench.example`;
    const names = { firstName: 'Bench', lastName: 'Caller' };
    const asked = { ...names, email, password };
    const { token, user } = (await patiently(async () => await api.post('/auth/register', asked))) as Session;
    const { code } = await mailedProofs(options.databaseUrl, email);
    await patiently(async () => await api.post('/auth/confirm-email', { code }, token));
    return { email, password, userId: user.id, token, credentials: credentialsOf(user.id, options.sipSecret) };
  });
  let tokensMadeAt = Date.now();
  const refresh = async () => {
    if (Date.now() - tokensMadeAt < TOKEN_GOOD_FOR_MS) return;
    tokensMadeAt = Date.now();
    await inTurns(customers, AT_ONCE, async (customer) => {
      const asked = { email: customer.email, password };
      const session = (await patiently(async () => await api.post('/auth/login', asked))) as Session;
      customer.token = session.token;
    });
  };

  return {
    callerOf(index) {
      const customer = customers[index % customers.length];
      if (customer === undefined) throw new Error('there are no customers');
      return customer;
    },
    credentials: customers.map((customer) => customer.credentials),
    all: customers,
    refresh,
    async initiate(customer, number) {
      const reply = (await api.post('/calls/initiate', { to: number }, customer.token)) as { call: { id: string } };
      return reply.call.id;
    },
    async end(calls) {
      if (calls.length > 0) await refresh();
      await inTurns(calls, AT_ONCE, async ({ id, userId }) => {
        const token = customers.find((customer) => customer.userId === userId)?.token;
        await api.post(`/calls/${id}/end`, {}, token);
      });
    },
    close: () => api.close(),
  };
}

type Session = { token: string; user: { id: string } };

/**
 * As GET /calls/webrtc-token answers: Kamailio's auth_ephemeral checks them by the shared secret. sipp reads a password that begins
 * with 0x as hexadecimal, and signs wrongly: such a one lives a second longer.
 */
function credentialsOf(userId: string, sipSecret: string): Customer['credentials'] {
  for (let expiry = Math.floor(Date.now() / 1000) + CREDENTIALS_GOOD_FOR_SECONDS; ; expiry += 1) {
    const username = `${expiry}:${userId}`;
    const password = createHmac('sha1', sipSecret).update(username).digest('base64');
    if (!password.startsWith('0x')) return { username, password };
  }
}
