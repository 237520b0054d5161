import { expect, test } from 'vitest';
import { messagesWorld, testCarrier } from '../../../testing/money/messages-world.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { viewOfMessage } from '../record/message-record.ts';

const { database } = await testDatabase();

test('what waits when STOP comes is not sent, costs nothing, and says why', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  const [waiting, other] = [await world.write(customer), await world.write(customer, 'Hi', { to: '+447700900456' })];
  await world.receive({ to: await world.numberOf(customer), text: 'STOP' });
  await world.send();

  const stopped = await world.message(waiting.id);
  expect(stopped).toMatchObject({ state: 'failed', reason: 'opted_out', paid: { chargedMicros: 0n } });
  expect(viewOfMessage(stopped).reasonText).toContain('It cost you nothing.');
  expect((await world.message(other.id)).state).toBe('sent');
  expect(world.carriers[0]?.submitted.map(({ to }) => to)).toEqual(['+447700900456']);
  expect(await world.wallet(customer.walletId)).toEqual({ balance: 980_000n, held: 0n });
});

test('the answer to STOP is sent all the same', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  const number = await world.numberOf(customer);
  await world.receive({ to: number, text: 'STOP' });
  const [stop] = await world.thread(customer);
  const answer = await world.write(customer, 'You will get no more.', { answers: stop?.id ?? '', userId: null });
  await world.send();
  expect((await world.message(answer.id)).state).toBe('sent');
});

test('a message of which a carrier has a part is finished, though STOP comes between', async () => {
  const carrier = testCarrier('sandbox', { isSandbox: true });
  const world = await messagesWorld(database, { carriers: [carrier] });
  const customer = await world.customer('1.00');
  const message = await world.write(customer, 'a'.repeat(200));
  carrier.answers.push({ outcome: 'accepted', carrierMessageId: 'x-1' }, { outcome: 'later', why: 'busy' });
  await world.send();
  await world.receive({ to: await world.numberOf(customer), text: 'STOP' });
  world.clock.passSeconds(60);
  await world.send();
  expect((await world.message(message.id)).state).toBe('sent');
});

test('after START, what is written is sent', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  const number = await world.numberOf(customer);
  await world.receive({ to: number, text: 'STOP' });
  await world.receive({ to: number, text: 'START' });
  const message = await world.write(customer);
  await world.send();
  expect((await world.message(message.id)).state).toBe('sent');
});
