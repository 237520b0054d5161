import { storage } from '../testing/browser-stand-ins.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetAnswers, keepAnswers, type KeptAnswers, readKept } from './kept-answers.ts';

const kept = (userId: string): KeptAnswers => ({
  userId,
  version: '1',
  user: { id: userId },
  savedAtMs: 0,
  answers: [{ queryKey: ['usage'], data: `of ${userId}` }],
});
const always = (): boolean => true;

/** What lies on the disk. */
const disk = new Map<string, unknown>();
/** Called before each transaction of the database. */
let beforeWriting: () => void = () => undefined;
let isOutOfOrder = false;

/** As much of IndexedDB as is used: one store, whose transactions are over a moment after they have begun. */
function database() {
  const transaction = () => {
    const running: { oncomplete?: () => void; onabort?: () => void; error: null; objectStore: () => object } = {
      error: null,
      objectStore: () => ({
        put: (value: unknown, key: string) => act(() => disk.set(key, value)),
        get: (key: string) => act(() => disk.get(key)),
        clear: () => act(() => disk.clear()),
      }),
    };
    const act = (what: () => unknown) => {
      const request: { result?: unknown } = {};
      setTimeout(() => {
        if (isOutOfOrder) return running.onabort?.();
        beforeWriting();
        request.result = what();
        running.oncomplete?.();
      });
      return request;
    };
    return running;
  };
  return { transaction, close: () => undefined };
}

vi.stubGlobal('indexedDB', {
  open: () => {
    const request: { result: object; onsuccess?: () => void } = { result: database() };
    setTimeout(() => request.onsuccess?.());
    return request;
  },
});
vi.stubGlobal('caches', { delete: async () => true });

const nothingIsLeft = () => expect.poll(() => [disk.size, storage.get('farline.kept')]).toEqual([0, undefined]);

beforeEach(async () => {
  isOutOfOrder = false;
  beforeWriting = () => undefined;
  storage.set('farline.kept', 'going');
  forgetAnswers();
  await nothingIsLeft();
});

test('what was kept of one person is read for them alone', async () => {
  await keepAnswers(kept('ada'), always);
  expect(await readKept('ada')).toEqual(kept('ada'));
  expect(await readKept('bob')).toBeNull();
  await keepAnswers(kept('bob'), always);
  expect(await readKept('ada')).toBeNull();
  expect([...disk.values()]).toEqual([kept('bob')]);
});

test('who may stay stays, and of everybody else nothing is left', async () => {
  await keepAnswers(kept('ada'), always);
  forgetAnswers('ada');
  expect(await readKept('ada')).toEqual(kept('ada'));
  forgetAnswers('bob');
  expect(await readKept('ada')).toBeNull();
  await nothingIsLeft();
});

test('a session that ends while its answers are written leaves nothing', async () => {
  let isStill = true;
  beforeWriting = () => {
    if (!isStill) return;
    isStill = false;
    forgetAnswers();
  };
  await keepAnswers(kept('ada'), () => isStill);
  await nothingIsLeft();
});

test('nor does one that another tab has ended and forgotten a moment before', async () => {
  let isStill = true;
  beforeWriting = () => {
    isStill = false;
    storage.delete('farline.kept'); // The other tab found nothing yet.
  };
  await keepAnswers(kept('ada'), () => isStill);
  await nothingIsLeft();
  await keepAnswers(kept('ada'), () => isStill);
  await nothingIsLeft();
});

test('what this page kept is emptied though another tab has taken its mark away', async () => {
  await keepAnswers(kept('ada'), always);
  storage.delete('farline.kept');
  forgetAnswers();
  await nothingIsLeft();
});

test('what one forgets is gone before the next is kept, and takes nothing of theirs', async () => {
  await keepAnswers(kept('ada'), always);
  forgetAnswers();
  await keepAnswers(kept('bob'), always);
  expect(await readKept('bob')).toEqual(kept('bob'));
  expect(storage.get('farline.kept')).toBe('bob');
});

test('an emptying that failed is done by the next page', async () => {
  await keepAnswers(kept('ada'), always);
  isOutOfOrder = true;
  forgetAnswers();
  await new Promise((tried) => setTimeout(tried, 20));
  expect(await readKept('ada')).toBeNull();
  isOutOfOrder = false;
  forgetAnswers('ada');
  await nothingIsLeft();
});
