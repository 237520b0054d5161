import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createMailboxes } from './mailboxes.ts';

const aMailboxes = (folder: string = randomUUID()) => createMailboxes({ places: 1, folder });

test('a place is free again when the work in it fails', async () => {
  const mailboxes = aMailboxes();
  const failing = mailboxes.within('one', async () => await Promise.reject(new Error('It cannot be hung up.')));
  await expect(failing).rejects.toThrow('It cannot be hung up.');

  expect(await mailboxes.within('one', async () => {})).toBe(true);
});

test('who finds no place free does nothing', async () => {
  const mailboxes = aMailboxes();
  const others = Promise.withResolvers<void>();
  const first = mailboxes.within('one', async () => await others.promise);
  let isDone = false;
  const second = await mailboxes.within('one', async () => void (isDone = true));
  others.resolve();

  expect([await first, second, isDone]).toEqual([true, false, false]);
});

test('a place that another attendant of the same folder has is taken, until that one gives it back or is gone', async () => {
  const folder = randomUUID();
  const [mine, others] = [aMailboxes(folder), aMailboxes(folder)];
  const hasEnded = Promise.withResolvers<void>();
  const first = others.within('one', async () => await hasEnded.promise);
  expect(await mine.within('one', async () => {})).toBe(false);
  expect(await aMailboxes().within('one', async () => {})).toBe(true);
  hasEnded.resolve();
  await first;
  expect(await mine.within('one', async () => {})).toBe(true);

  const program = `
    const { createMailboxes } = await import(${JSON.stringify(join(import.meta.dirname, 'mailboxes.ts'))});
    await createMailboxes({ places: 1, folder: ${JSON.stringify(folder)} }).within('one', async () => {
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
