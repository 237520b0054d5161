import { expect, test } from 'vitest';
import { createPdfPrinter } from './index.ts';
import type { PrintedDocument } from '../../platform/outgoing/printed-document.ts';

const aDocument = (title: string): PrintedDocument => ({
  title,
  from: [],
  blocks: [],
  footer: '',
  writtenAt: new Date(0),
});

/** A printer whose documents are done when the test says so, and which of them it has begun. */
function slowPrinter() {
  const begun: string[] = [];
  const done: (() => void)[] = [];
  const print = createPdfPrinter(async ({ title }) => {
    begun.push(title);
    await new Promise<void>((resolve) => done.push(resolve));
    return Buffer.from(title);
  });
  return {
    begun,
    ask: async (title: string, accountId: string) => (await print(aDocument(title), accountId)).toString(),
    finishOne: async () => {
      done.shift()?.();
      await new Promise(setImmediate);
    },
  };
}

test('accounts are served in turn, one document of each, however many the first of them asked for', async () => {
  const { ask, begun, finishOne } = slowPrinter();
  const asked = [ask('a1', 'a'), ask('a2', 'a'), ask('a3', 'a'), ask('b1', 'b'), ask('c1', 'c'), ask('b2', 'b')];
  expect(begun).toEqual(['a1']);
  for (const _document of asked) await finishOne();

  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect(await Promise.all(asked)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
});

test('of one account three documents at most wait; another is served all the same, and it again when one is done', async () => {
  const { ask, finishOne } = slowPrinter();
  const first = ask('a1', 'a');
  const asked = [first, ask('a2', 'a'), ask('a3', 'a')];
  for (let more = 0; more < 20; more += 1) expect(await ask('a4', 'a')).toBe('busy');
  asked.push(ask('b1', 'b'));

  await finishOne();
  expect(await first).toBe('a1');
  asked.push(ask('a4', 'a'));
  for (const _document of asked) await finishOne();
  expect(await Promise.all(asked)).toEqual(['a1', 'a2', 'a3', 'b1', 'a4']);
});

test('sixteen documents at most wait in all', async () => {
  const { ask, begun, finishOne } = slowPrinter();
  const asked = Array.from({ length: 16 }, async (_, account) => await ask('one', `account ${account}`));
  expect(await ask('one', 'one more')).toBe('busy');
  expect(begun).toEqual(['one']);

  for (const _document of asked) await finishOne();
  expect(await Promise.all(asked)).toEqual(asked.map(() => 'one'));
  const later = ask('one', 'one more');
  await finishOne();
  expect(await later).toBe('one');
});
