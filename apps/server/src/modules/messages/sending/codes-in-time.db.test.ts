import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { messagesWorld, PER_SEGMENT, testCarrier } from '../../../testing/money/messages-world.ts';
import { testDatabase } from '../../../testing/test-database.ts';

const { database } = await testDatabase();
const TEXT = 'Farline code: ******.';
const GIVEN_UP = { state: 'failed', reason: 'unreachable_carrier' };
let telephones = 0;

/** Somebody to whose telephone a code is written, and a carrier that is away. */
async function aCode() {
  const carrier = testCarrier('sandbox', { isSandbox: true });
  carrier.isUp = false;
  const world = await messagesWorld(database, { carriers: [carrier] });
  const customer = await world.customer('1.00');
  const to = `+4477009002${String((telephones += 1)).padStart(2, '0')}`;
  const write = async () => {
    const { accountId, userId } = customer;
    const id = newId();
    const at = world.clock.now();
    const { id: messageId } = await world.write(customer, TEXT, { to, codeOf: id });
    await sql`update numbers.verification set is_over = true where account_id = ${accountId}`.execute(database);
    await sql`insert into numbers.verification (id, account_id, user_id, e164, code_hash, tries_left, most, message_id, made_at, expires_at)
      values (${id}, ${accountId}, ${userId}, ${to}, ${randomBytes(32)}, 5, ${PER_SEGMENT}, ${messageId}, ${at},
        ${at}::timestamptz + interval '10 minutes')`.execute(database);
    return messageId;
  };
  /** To this telephone: what other tests left waiting goes out beside it. */
  const submitted = () => carrier.submitted.filter((part) => part.to === to);
  return { world, carrier, write, submitted, wallet: async () => await world.wallet(customer.walletId) };
}

test('a code that no carrier took for as long as it counts is not sent, and costs nothing', async () => {
  const { world, carrier, write, submitted, wallet } = await aCode();
  const id = await write();
  world.clock.passSeconds(660);
  carrier.isUp = true;
  await world.send();
  expect(submitted()).toEqual([]);
  expect(await world.message(id)).toMatchObject(GIVEN_UP);
  expect(await wallet()).toEqual({ balance: 1_000_000n, held: 0n });
});

test('it holds nothing any longer either where the carrier stays away, and other texts wait on', async () => {
  const { world, write, wallet } = await aCode();
  const [id, other] = [await write(), await world.write(await world.customer('1.00'))];
  world.clock.passSeconds(599);
  await world.settleLeftBehind();
  expect((await wallet()).held).toBe(PER_SEGMENT);
  world.clock.passSeconds(2);
  await world.settleLeftBehind();
  expect(await world.message(id)).toMatchObject(GIVEN_UP);
  expect((await wallet()).held).toBe(0n);
  expect(await world.message(other.id)).toMatchObject({ state: 'queued' });
});

test('a carrier tries to deliver a code for as long as it counts still', async () => {
  const { world, carrier, write, submitted } = await aCode();
  await write();
  world.clock.passSeconds(400);
  carrier.isUp = true;
  await world.send();
  expect(submitted()).toMatchObject([{ validForSeconds: 200 }]);
});

test('of two codes for one telephone the one that counts is sent', async () => {
  const { world, carrier, write, submitted } = await aCode();
  const first = await write();
  world.clock.passSeconds(60);
  const second = await write();
  carrier.isUp = true;
  await world.send();
  expect(submitted()).toHaveLength(1);
  expect(await world.message(first)).toMatchObject(GIVEN_UP);
  expect(await world.message(second)).toMatchObject({ state: 'sent' });
});
