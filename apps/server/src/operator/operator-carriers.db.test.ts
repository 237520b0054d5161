import { expect, test } from 'vitest';
import { messagesWorld, testCarrier } from '../testing/money/messages-world.ts';
import { runOperator } from '../testing/operator-program.ts';
import { testDatabase } from '../testing/test-database.ts';
import { systemClock } from '../platform/clock.ts';
import { runCarriersCommand } from './run-carriers-command.ts';

const { database, url } = await testDatabase();
const operator = async (...words: string[]) => await runOperator(words, { DATABASE_URL: url });

test('carriers lists how each line stands and since when, and what waits', async () => {
  expect((await operator('carriers')).said).toBe(
    'No server has a line to a carrier of messages. 0 messages wait to be sent.\n',
  );
  const carrier = testCarrier('sandbox', { isSandbox: true });
  const world = await messagesWorld(database, { carriers: [carrier, testCarrier('acme')] });
  const list = async () => (await runCarriersCommand(database, world.clock.now())).split('\n');
  const since = () => `${world.clock.now().toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  const begun = since();
  await world.noteCarriers();
  expect(await list()).toEqual([
    `acme (test): bound since ${begun}`,
    `sandbox (test): bound since ${begun}`,
    '0 messages wait to be sent.',
  ]);

  const customer = await world.customer('1.00');
  carrier.answers.push({ outcome: 'unknown' });
  await world.write(customer);
  await world.send();
  world.clock.passSeconds(10);
  carrier.isUp = false;
  await world.write(customer);
  await world.noteCarriers();
  expect(await list()).toEqual([
    `acme (test): bound since ${begun}`,
    `sandbox (test): not bound since ${since()}; 1 sent without an answer, held until a receipt or two days decide`,
    '1 message waits to be sent.',
  ]);

  world.clock.passSeconds(31);
  expect(await list()).toEqual(['No server has a line to a carrier of messages. 1 message waits to be sent.']);
});

test('carriers takes no other word', async () => {
  expect(await operator('carriers', 'all')).toMatchObject({ code: 1, said: '' });
  expect((await runCarriersCommand(database, systemClock.now())).length).toBeGreaterThan(0);
});
