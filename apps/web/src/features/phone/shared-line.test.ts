import { beforeEach, expect, test, vi } from 'vitest';
import { shareLine } from './shared-line.ts';

type Callback = () => Promise<void>;
interface Request {
  callback: Callback;
  reject: (reason: unknown) => void;
  resolve: () => void;
}

/** Web Locks of one name, as the tabs of a browser share them (https://www.w3.org/TR/web-locks/). */
function locksOfBrowser() {
  let holder: Request | null = null;
  const queue: Request[] = [];
  const grant = (request: Request): void => {
    holder = request;
    void run(request);
  };
  const run = async (request: Request): Promise<void> => {
    await request.callback();
    request.resolve();
    if (holder === request) next();
  };
  const next = (): void => {
    holder = null;
    const request = queue.shift();
    if (request !== undefined) grant(request);
  };
  const aborted = () => new DOMException('taken', 'AbortError');
  return {
    request: async (_name: string, { steal, signal }: LockOptions, callback: Callback) =>
      await new Promise<void>((resolve, reject) => {
        const request = { callback, resolve, reject };
        if (steal === true && holder !== null) holder.reject(aborted());
        if (holder === null || steal === true) return grant(request);
        queue.push(request);
        signal?.addEventListener('abort', () => {
          const place = queue.indexOf(request);
          if (place < 0) return;
          queue.splice(place, 1);
          reject(aborted());
        });
      }),
  };
}

let having: string[] = [];
const tab = (name: string) =>
  shareLine(() => {
    having.push(name);
    return () => void (having = having.filter((one) => one !== name));
  });
const settled = async () => await new Promise((done) => setTimeout(done));

beforeEach(() => {
  having = [];
  vi.stubGlobal('navigator', { locks: locksOfBrowser() });
});

test('one tab has the line, and the next one when it goes', async () => {
  const [one, other] = [tab('one'), tab('other')];
  await settled();
  expect(having).toEqual(['one']);
  one.stop();
  await settled();
  expect(having).toEqual(['other']);
  other.stop();
  await settled();
  expect(having).toEqual([]);
});

test('a tab takes the line over and back, and each time one has it', async () => {
  const [one, other] = [tab('one'), tab('other')];
  await settled();
  other.takeOver();
  other.takeOver();
  await settled();
  expect(having).toEqual(['other']);
  one.takeOver();
  await settled();
  expect(having).toEqual(['one']);
  one.takeOver();
  one.stop();
  await settled();
  expect(having).toEqual(['other']);
  other.stop();
  await settled();
  expect(having).toEqual([]);
});

test('a tab that stopped while it waited never has the line', async () => {
  const [one, other] = [tab('one'), tab('other')];
  await settled();
  other.stop();
  other.takeOver();
  one.stop();
  await settled();
  expect(having).toEqual([]);
});

test('where there are no Web Locks nothing happens', () => {
  vi.stubGlobal('navigator', {});
  tab('one').stop();
  expect(having).toEqual([]);
});
