import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { messagesWorld, testCarrier } from '../../../testing/money/messages-world.ts';
import { unknownWithReceipts } from './parts-store.ts';

/** Somebody whose texts go to a carrier that never answers. */
async function unanswered() {
  const { database } = await testDatabase();
  const carrier = testCarrier('silent', { isSandbox: true });
  const world = await messagesWorld(database, { carriers: [carrier] });
  const customer = await world.customer('1.00');
  const write = async (to: string) => {
    carrier.answers.push({ outcome: 'unknown' });
    const { id } = await world.write(customer, 'Hello', { to });
    await world.send();
    return id;
  };
  /** A receipt that nobody knew, although its number is that of the message. */
  const keptReceipt = async (id: string, peer: string, bind = 'silent') => {
    const number = await world.numberOf(customer);
    carrier.answers.push(async () => {
      await world.receipt(id, 'delivered', { bind, peer, number });
      return { outcome: 'refused', status: 'ESME_RINVDSTADR' };
    });
    await world.write(customer, 'Awaited', { to: peer });
    await world.send();
    world.clock.passSeconds(1);
  };
  return { world, customer, write, keptReceipt, looked: async () => await unknownWithReceipts(database) };
}

test('of two unknown texts to one person whose receipts name another sender none is looked at, until one is settled', async () => {
  const { world, customer, write, looked } = await unanswered();
  const [first, second] = [await write('+447700900101'), await write('+447700900101')];
  await world.receipt('r-1', 'delivered', { bind: 'silent', peer: '+447700900101', number: '40404' });
  expect(await looked()).toEqual([]);
  const number = await world.numberOf(customer);
  await world.receipt('r-2', 'delivered', { bind: 'silent', peer: '+447700900101', number });
  expect(await world.message(first)).toMatchObject({ state: 'delivered' });
  expect(await looked()).toEqual([second]);
  await world.settleLeftBehind();
  expect(await world.message(second)).toMatchObject({ state: 'delivered' });
});

test('a receipt of another carrier is a reason to look at no unknown message', async () => {
  const { write, keptReceipt, looked } = await unanswered();
  await write('+447700900101');
  await keptReceipt('r-1', '+447700900101', 'another');
  expect(await looked()).toEqual([]);
});

test('unknown messages are looked at whose receipts came last', async () => {
  const { write, keptReceipt, looked } = await unanswered();
  const peers = ['+447700900101', '+447700900102', '+447700900103'] as const;
  const written = [await write(peers[0]), await write(peers[1]), await write(peers[2])] as const;
  await keptReceipt('r-1', peers[1]);
  await keptReceipt('r-2', peers[2]);
  await keptReceipt('r-3', peers[0]);
  expect(await looked()).toEqual([written[0], written[2], written[1]]);
});
