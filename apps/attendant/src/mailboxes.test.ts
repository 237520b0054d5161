import { expect, test } from 'vitest';
import { createMailboxes } from './mailboxes.ts';

test('a place is free again when the work in it fails', async () => {
  const mailboxes = createMailboxes(1);
  const failing = mailboxes.within('one', async () => await Promise.reject(new Error('It cannot be hung up.')));
  await expect(failing).rejects.toThrow('It cannot be hung up.');

  expect(await mailboxes.within('one', async () => {})).toBe(true);
});

test('who finds no place free does nothing', async () => {
  const mailboxes = createMailboxes(1);
  const others = Promise.withResolvers<void>();
  const first = mailboxes.within('one', async () => await others.promise);
  let isDone = false;
  const second = await mailboxes.within('one', async () => void (isDone = true));
  others.resolve();

  expect([await first, second, isDone]).toEqual([true, false, false]);
});
