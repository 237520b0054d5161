import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSlots } from './concurrency-slots.ts';

const oneSlot = (folder: string = randomUUID()) => createSlots({ slots: 1, folder });

test('a slot is free again when the work in it fails', async () => {
  const slots = oneSlot();
  const failing = slots.within('one', async () => await Promise.reject(new Error('It cannot be hung up.')));
  await expect(failing).rejects.toThrow('It cannot be hung up.');

  expect(await slots.within('one', async () => {})).toBe(true);
});

test('who finds no slot free does nothing', async () => {
  const slots = oneSlot();
  const others = Promise.withResolvers<void>();
  const first = slots.within('one', async () => await others.promise);
  let isDone = false;
  const second = await slots.within('one', async () => void (isDone = true));
  others.resolve();

  expect([await first, second, isDone]).toEqual([true, false, false]);
});

test('a slot that another attendant of the same folder has is taken, until that one frees it or is gone', async () => {
  const folder = randomUUID();
  const [mine, others] = [oneSlot(folder), oneSlot(folder)];
  const hasEnded = Promise.withResolvers<void>();
  const first = others.within('one', async () => await hasEnded.promise);
  expect(await mine.within('one', async () => {})).toBe(false);
  expect(await oneSlot().within('one', async () => {})).toBe(true);
  hasEnded.resolve();
  await first;
  expect(await mine.within('one', async () => {})).toBe(true);

  const program = `
    const { createSlots } = await import(${JSON.stringify(join(import.meta.dirname, 'concurrency-slots.ts'))});
    await createSlots({ slots: 1, folder: ${JSON.stringify(folder)} }).within('one', async () => {
      console.log('it has it');
      await new Promise(() => setInterval(() => {}, 1000));
    });`;
  const other = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void other.kill('SIGKILL'));
  await once(other.stdout, 'data');
  expect(await mine.within('one', async () => {})).toBe(false);
  other.kill('SIGKILL');
  await once(other, 'exit');
  expect(await mine.within('one', async () => {})).toBe(true);
});
