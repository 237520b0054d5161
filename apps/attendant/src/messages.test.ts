import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openMessages } from './messages.ts';

const folder = await mkdtemp(join(tmpdir(), 'farline-messages-'));
afterAll(async () => await rm(folder, { recursive: true, force: true }));
const told: string[] = [];
const messages = await openMessages({ folder, moved: async () => null }, (sentence) => told.push(sentence));
const mailbox = randomUUID();
await mkdir(join(folder, mailbox));
const pathOf = (id: string) => join(folder, mailbox, `${id}.wav`);

test('a message without a file is gone', async () => {
  expect(await messages.sound({ mailbox, id: randomUUID() })).toBe('gone');
});

test.each([
  ['cannot be read', async (path: string) => await mkdir(path)],
  ['is no sound', async (path: string) => await writeFile(path, 'hello')],
])('one whose file %s is not said to be deleted, and that is told', async (_what, put) => {
  const id = randomUUID();
  await put(pathOf(id));

  expect(await messages.sound({ mailbox, id })).toBe('unavailable');
  expect(told.filter((sentence) => sentence.includes(id))).toHaveLength(1);
});
