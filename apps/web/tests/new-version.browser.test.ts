import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stack } from './support/stack.ts';
import { openStage, type Stage } from './support/stage.ts';

let stage: Stage;
let isNewer = false;
/** The stack's pages, whose worker is another one as soon as the test says so: as after an update of the server. */
const updated = createServer((asked, reply) => pass(asked, reply));

beforeAll(async () => {
  stage = await openStage();
  await new Promise<void>((listening) => updated.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  await stage.close();
  updated.closeAllConnections();
  updated.close();
});

test('a new version announces itself with a button that loads it, and loads nothing by itself', async () => {
  const page = await stage.openPage({ fetchesAhead: true });
  await page.goto(`http://localhost:${(updated.address() as AddressInfo).port}/help`);
  await page.evaluate(async () => await navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  expect(await page.getByText('A new version of Farline is here.').count()).toBe(0);
  await page.evaluate(() => Object.assign(globalThis, { isFirstLoad: true }));

  isNewer = true;
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await page.getByText('A new version of Farline is here.').waitFor();

  expect(await page.evaluate(() => 'isFirstLoad' in globalThis)).toBe(true);
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.waitForFunction(() => !('isFirstLoad' in globalThis));
  await page.getByRole('heading', { level: 1 }).waitFor();
});

function pass(asked: IncomingMessage, reply: ServerResponse): void {
  const { pathname } = new URL(asked.url ?? '/', stack.url);
  const onward = request(new URL(asked.url ?? '/', stack.url), { method: asked.method ?? 'GET' }, (answer) => {
    const headers = { ...answer.headers };
    reply.statusCode = answer.statusCode ?? 502;
    if (pathname !== '/sw.js') {
      reply.writeHead(reply.statusCode, headers);
      answer.pipe(reply);
      return;
    }
    let worker = '';
    answer.setEncoding('utf8').on('data', (part: string) => (worker += part));
    answer.on('end', () => {
      const text = isNewer ? worker.replace(/const VERSION = '[^']+'/, "const VERSION = 'a newer one'") : worker;
      reply.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(text);
    });
  });
  onward.on('error', () => reply.destroy());
  asked.pipe(onward);
}
