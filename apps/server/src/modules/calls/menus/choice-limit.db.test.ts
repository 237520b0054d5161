import type { IncomingAsk } from '@farline/contracts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { failed } from '../testing/calls-world.ts';
import { calledMenu } from '../testing/menu-world.ts';

const { database } = await testDatabase();

async function aNumberWithMenu() {
  const { world, inMenu, press } = await calledMenu(database);
  /** Calls anew and presses the key, for as often as it is told; how often that rang. Each call rings in vain. */
  const presses = async (times: number, over: Partial<IncomingAsk> = {}): Promise<number> => {
    let rang = 0;
    for (let turn = 0; turn < times; turn += 1) {
      const placed = await press((await inMenu(over)).id);
      if (placed.decision.decision !== 'ring') continue;
      rang += 1;
      await world.calls.listener.record(failed(placed, world.clock.now(), 480));
    }
    return rang;
  };
  return { world, presses };
}

test('who calls again and again and presses a key each time rings six times a minute; others ring all the same', async () => {
  const { world, presses } = await aNumberWithMenu();
  expect(await presses(20)).toBe(6);
  expect(await presses(2, { caller: '+442079460999' })).toBe(2);
  world.clock.passSeconds(61);
  expect(await presses(1)).toBe(1);
});

test('those who show no number ring twenty times a minute together, and use up nothing of those who do', async () => {
  const { presses } = await aNumberWithMenu();
  expect(await presses(25, { caller: '', privacy: 'id' })).toBe(20);
  expect(await presses(1)).toBe(1);
});

test('those whose number may be forged ring twenty times a minute together, whichever they show, and use up nothing of whose it is', async () => {
  const { presses } = await aNumberWithMenu();
  let rang = 0;
  for (let turn = 0; turn < 25; turn += 1) {
    const caller = `+4420794601${turn % 5}0`;
    rang += await presses(1, { caller, verstat: 'TN-Validation-Failed' });
  }
  expect(rang).toBe(20);
  expect(await presses(1, { caller: '', privacy: 'id' })).toBe(0);
  expect(await presses(6, { caller: '+442079460100' })).toBe(6);
});

test('one number’s choices are not another’s', async () => {
  const [one, other] = [await aNumberWithMenu(), await aNumberWithMenu()];
  expect(await one.presses(8)).toBe(6);
  expect(await other.presses(1)).toBe(1);
});
