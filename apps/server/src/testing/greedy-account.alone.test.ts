import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { Admission } from '../platform/admission/admission.ts';
import { StandingQueue } from '../platform/admission/standing-queue.ts';
import { inTransaction } from '../platform/database.ts';
import { type ApiCustomer, apiCustomer } from './api-customer.ts';
import { testApp } from './test-app.ts';
import { waitingStatements } from './waiting-statements.ts';

const CONNECTIONS = 3;
const TARGET_MS = 1_000;
const TIMES_AS_MUCH = 20;

// The server runs in this process: how long work waits in it is what the test says, on any machine, and chance is always the same.
let nowMs = 0;
vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
vi.spyOn(Math, 'random').mockReturnValue(0.5);
const measured = vi.spyOn(StandingQueue.prototype, 'note');
const decided = vi.spyOn(Admission.prototype, 'admit');
afterAll(() => void vi.restoreAllMocks());

const app = await testApp({
  FARLINE_OVERLOAD_WAIT_MS: String(TARGET_MS),
  FARLINE_DATABASE_POOL: String(CONNECTIONS),
});

const place = async (customer: ApiCustomer) =>
  (await customer.ask('POST', '/calls/initiate', { to: '+44 7700 900123' })).status;
const many = async (customer: ApiCustomer) =>
  await Promise.all(Array.from({ length: TIMES_AS_MUCH }, async () => await place(customer)));

/** Lets so much time pass, and waits until the server has measured how long work has waited by then. */
async function pass(ms: number, waitMs: number): Promise<void> {
  nowMs += ms;
  await expect.poll(() => measured.mock.lastCall?.[0]).toBe(waitMs);
}

/** How many of the calls of these were let in since the last time that was asked. */
function letIn(customers: ApiCustomer[]): number {
  const owners = customers.map(({ userId }) => userId);
  return decided.mock.calls.filter(([{ owner, precedence }], index) => {
    const isCall = precedence === 'new_work' && owners.includes(owner);
    const result = decided.mock.results[index];
    return isCall && result?.type === 'return' && result.value.admitted;
  }).length;
}

test('an account that places twenty times as many calls as others is refused in an overload, and every call of theirs is let in', async () => {
  const [held, waiting, greedy] = [await apiCustomer(app), await apiCustomer(app), await apiCustomer(app)];
  const others = [await apiCustomer(app), await apiCustomer(app), await apiCustomer(app), await apiCustomer(app)];
  const before = await many(greedy);
  expect(before.every((status) => status !== 503)).toBe(true);
  for (const other of others) expect(await place(other)).toBe(201);

  const goingOn = await inTransaction(app.database, async (tx) => {
    await sql`select from accounts.user where id = ${held.userId} for update`.execute(tx);
    const change = async (customer: ApiCustomer) =>
      (await customer.ask('PATCH', '/auth/profile', { firstName: 'Augusta' })).status;
    const changes = Array.from({ length: CONNECTIONS }, async () => await change(held));
    await expect.poll(async () => await waitingStatements(app.database)).toBe(CONNECTIONS);
    decided.mockClear();
    const inLine = change(waiting);
    await expect.poll(() => decided.mock.calls.length).toBe(1);
    await pass(1_100, 1_100);
    // Of new work, those who had most are refused by now, and of the others nobody yet.
    await pass(2_000, 3_100);

    const placed = others.map(async (other) => await place(other));
    expect(await many(greedy)).toEqual(before.map(() => 503));
    await expect.poll(() => letIn(others)).toBe(others.length);
    expect(letIn([greedy])).toBe(0);
    return { changed: [...changes, inLine], placed };
  });

  for (const status of await Promise.all(goingOn.changed)) expect(status).toBe(200);
  for (const status of await Promise.all(goingOn.placed)) expect(status).toBe(201);
});
