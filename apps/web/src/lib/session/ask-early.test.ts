import { readFile } from 'node:fs/promises';
import { createContext, runInContext } from 'node:vm';
import { keepToken, storage } from '../testing/browser-stand-ins.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { EVERYWHERE } from '../specified-everywhere.ts';

const SCRIPT = await readFile(new URL('../../../public/ask-early.js', import.meta.url), 'utf8');
const MINUTE_MS = 60_000;

interface Early {
  token: string;
  reply: Promise<unknown>;
}

/** Runs the script, as the document does, and gives what it leaves to the page; nothing is painted while it runs. */
function run(
  fetch: (url: string, init: RequestInit) => Promise<Response>,
  requestAnimationFrame: (draw: () => void) => void = () => undefined,
): Early | undefined {
  const addEventListener = () => undefined;
  const browser = {
    addEventListener,
    localStorage,
    document,
    fetch,
    AbortSignal,
    Intl,
    navigator,
    setTimeout,
    requestAnimationFrame,
  };
  const page: typeof browser & { farlineOverview?: Early } = browser;
  runInContext(SCRIPT, createContext(page));
  return page.farlineOverview;
}

beforeEach(() => {
  storage.clear();
  vi.restoreAllMocks();
});

test('whoever is signed in has their overview asked for, for as long as any request may take', async () => {
  keepToken("Ada's", 10 * MINUTE_MS);
  const bound = vi.spyOn(AbortSignal, 'timeout');
  const asked: RequestInit[] = [];
  const early = run(async (_url, init) => {
    asked.push(init);
    return Response.json({ position: 7 });
  });
  expect(early?.token).toBe("Ada's");
  expect(await early?.reply).toEqual({ position: 7 });
  expect(asked).toMatchObject([{ headers: { authorization: "Bearer Ada's" } }]);
  expect(bound.mock.calls).toEqual([[EVERYWHERE.requestTimeoutMs]]);
  expect(asked[0]?.signal).toBe(bound.mock.results[0]?.value);
});

test('what took too long is told apart from what was refused or failed', async () => {
  keepToken("Ada's", 10 * MINUTE_MS);
  expect(await run(async () => new Response(null, { status: 401 }))?.reply).toBeNull();
  expect(await run(async () => Promise.reject(new TypeError('Failed to fetch')))?.reply).toBeNull();
  expect(await run(async () => Promise.reject(new DOMException('', 'TimeoutError')))?.reply).toBe('timeout');
});

test('for a visitor, after the end of a token, and for a session that ended with its browser nothing is asked', () => {
  const refuse = async (): Promise<Response> => Promise.reject(new Error('Nobody is signed in'));
  expect(run(refuse)).toBeUndefined();
  keepToken("Ada's", 1_000);
  expect(run(refuse)).toBeUndefined();
  keepToken("Ada's", 10 * MINUTE_MS);
  storage.set('farline.session', 'browser');
  expect(run(refuse)).toBeUndefined();
});

test('after the first paint the browser gets ready to write amounts, while the scripts are on their way', async () => {
  const { promise: ready, resolve } = Promise.withResolvers<unknown[]>();
  const format = vi.spyOn(Intl, 'NumberFormat').mockImplementation(
    class {
      constructor(...asked: unknown[]) {
        resolve(asked);
      }
      format = () => '';
    } as never,
  );
  let paint = (): void => undefined;
  run(
    async () => Promise.reject(new Error('Nobody is signed in')),
    (draw) => {
      paint = draw;
    },
  );
  expect(format).not.toHaveBeenCalled();
  paint();
  const [locale, style] = await ready;
  expect(String(locale)).toContain(navigator.language);
  expect(style).toMatchObject({ style: 'currency' });
});
