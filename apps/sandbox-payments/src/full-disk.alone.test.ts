import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startProvider } from './provider.ts';
import { readSettings } from './settings.ts';

const KEY = 'the key of a test shop';
const LATE_CARD = '4000000000000077';

/** What is written last before the disk is full; null: there is room. */
const disk = vi.hoisted((): { isFull: boolean; lastWritten: string | null } => ({ isFull: false, lastWritten: null }));
vi.mock(import('node:fs'), async (original) => {
  const real = await original();
  return {
    ...real,
    appendFileSync: (...[file, line]: Parameters<typeof appendFileSync>) => {
      if (disk.isFull) {
        // A full disk takes some of a line.
        real.appendFileSync(file, line.slice(0, 10));
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      }
      real.appendFileSync(file, line);
      disk.isFull = disk.lastWritten !== null && String(line).includes(disk.lastWritten);
    },
  };
});

/** A shop that takes every webhook. */
async function aShop() {
  const told: string[] = [];
  const server = createServer((heard, response) => {
    let body = '';
    heard.on('data', (part: Buffer) => {
      body += part.toString();
    });
    heard.on('end', () => {
      told.push((JSON.parse(body) as { type: string }).type);
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, told };
}

/** A provider that can be started again on the same journal. */
async function aProvider(webhookUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-payments-'));
  const log: string[] = [];
  const start = async () => {
    const settings = readSettings({
      FARLINE_SANDBOX_PAYMENTS_PORT: '0',
      FARLINE_SANDBOX_PAYMENTS_KEY: KEY,
      FARLINE_SANDBOX_PAYMENTS_WEBHOOK_URL: webhookUrl,
      FARLINE_SANDBOX_PAYMENTS_WEBHOOK_SECRET: 'the secret of a test shop',
      FARLINE_SANDBOX_PAYMENTS_LATE_MS: '50',
      FARLINE_SANDBOX_PAYMENTS_RETRY_MS: '10',
      FARLINE_DATA_DIR: folder,
    });
    return await startProvider(settings, (sentence) => log.push(sentence));
  };
  let provider = await start();
  onTestFinished(async () => {
    await provider.close();
    rmSync(folder, { recursive: true });
  });
  const ask = async (method: string, path: string, sent: { key: string; body: string } | null = null) => {
    const idempotency = sent === null ? {} : { 'idempotency-key': sent.key };
    return await fetch(`http://127.0.0.1:${provider.port}${path}`, {
      method,
      headers: { authorization: `Bearer ${KEY}`, ...idempotency },
      ...(sent === null ? {} : { body: sent.body }),
      redirect: 'manual',
    });
  };
  return {
    log,
    ask,
    startAgain: async () => {
      await provider.close();
      provider = await start();
    },
    open: async (key: string) => {
      const wanted = { amountCents: 500, currency: 'USD', reference: key, returnUrl: 'http://shop.test/' };
      return await ask('POST', '/v1/payments', { key, body: JSON.stringify(wanted) });
    },
    pay: async (id: string) => {
      const form = new URLSearchParams({ do: 'pay', number: LATE_CARD, expires: '12/44', code: '123' });
      return await ask('POST', `/pay/${id}`, { key: id, body: form.toString() });
    },
    stateOf: async (id: string) => ((await (await ask('GET', `/v1/payments/${id}`)).json()) as { state: string }).state,
  };
}

const idOf = async (answer: Response) => ((await answer.json()) as { id: string }).id;

test('a full disk changes nothing, is answered with 503, and everything goes on when there is room', async () => {
  onTestFinished(() => void Object.assign(disk, { isFull: false, lastWritten: null }));
  const shop = await aShop();
  const provider = await aProvider(shop.url);
  const late = await idOf(await provider.open('late'));
  disk.lastWritten = 'payment.processing';
  await provider.pay(late);

  expect((await provider.open('refused')).status).toBe(503);
  const failures = () => provider.log.filter((line) => line.includes('no space left'));
  // What was answered with 503, what the shop has taken, and the late money.
  for (const what of ['POST', 'payment.processing', late]) {
    await expect.poll(() => failures().join(), { timeout: 10_000 }).toContain(what);
  }
  expect(await provider.stateOf(late)).toBe('processing');
  expect((await provider.ask('GET', '/health')).status).toBe(200);
  Object.assign(disk, { isFull: false, lastWritten: null });

  const opened = await provider.open('refused');
  expect(opened.status).toBe(201);
  await expect.poll(async () => await provider.stateOf(late), { timeout: 10_000 }).toBe('succeeded');
  await expect.poll(() => shop.told, { timeout: 10_000 }).toContain('payment.succeeded');
  await provider.startAgain();
  expect(await provider.stateOf(await idOf(opened))).toBe('open');
  expect(await provider.stateOf(late)).toBe('succeeded');
});
