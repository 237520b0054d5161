import type { LiveEvent } from '@farline/contracts';
import { expect, test } from 'vitest';
import { accountEventsAfter, handOutPositions } from '../../../platform/events-store.ts';
import { viewByType } from '../../../platform/server-module.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import type { DeliveryReceipt } from '../record/carrier.ts';
import { messagesWorld, testCarrier } from '../../../testing/money/messages-world.ts';

const { database } = await testDatabase();

/** Somebody's text for a carrier of this name, and what their pages have been told of it since they last looked. */
async function written(bind: string, text = 'Hello') {
  const carrier = testCarrier(bind, { isSandbox: true });
  const world = await messagesWorld(database, { carriers: [carrier] });
  const { accountId, userId, ...customer } = await world.customer('1.00');
  const { id } = await world.write({ accountId, userId, ...customer }, text);
  const view = viewByType([world.messages]);
  let after = 0;
  const told = async (): Promise<LiveEvent[]> => {
    const { newest } = await handOutPositions(database);
    const events = await accountEventsAfter(database, { accountId, after, most: 100 });
    after = newest;
    const shown = await Promise.all(
      events.map(async (event) => await view(event, { accountId, userId, sessionId: '', role: 'customer' })),
    );
    return shown.filter((event) => event !== null && event.type === 'message.changed');
  };
  await told();
  const receipt = async (part: number, state: DeliveryReceipt['state'] = 'delivered') =>
    await world.receipt(`${bind}-${part}`, state, { bind });
  return { world, carrier, id, told, receipt };
}

test('pages are told once that a text was taken, and once that it was delivered', async () => {
  const { world, told, receipt } = await written('whole');
  await world.send();
  expect(await told()).toMatchObject([{ message: { status: 'sent', cost: { amount: '0.0200' } } }]);
  await receipt(1);
  expect(await told()).toMatchObject([{ message: { status: 'delivered' } }]);
});

test('pages are not told again of a text that its carrier puts off', async () => {
  const { world, carrier, id, told } = await written('busy');
  carrier.answers.push({ outcome: 'later', why: 'ESME_RMSGQFUL' });
  await world.send();
  expect(await world.message(id)).toMatchObject({ state: 'queued', tries: 1 });
  expect(await told()).toEqual([]);
});

test('pages are told of each segment that is given back', async () => {
  const { world, told, receipt } = await written('late', 'a'.repeat(400));
  await world.send();
  await receipt(1, 'expired');
  await receipt(2, 'undelivered');
  expect((await told()).at(-1)).toMatchObject({ message: { status: 'undelivered', cost: { amount: '0.0400' } } });
  await receipt(3, 'expired');
  expect((await told()).at(-1)).toMatchObject({ message: { status: 'undelivered', cost: { amount: '0.0200' } } });
});
