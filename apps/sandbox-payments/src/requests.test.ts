import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startProvider } from './provider.ts';
import { readSettings } from './settings.ts';

const KEY = 'the key of a test shop';
const folder = mkdtempSync(join(tmpdir(), 'sandbox-payments-'));
const settings = readSettings({
  FARLINE_SANDBOX_PAYMENTS_PORT: '0',
  FARLINE_SANDBOX_PAYMENTS_KEY: KEY,
  FARLINE_DATA_DIR: folder,
});
const log: string[] = [];
const provider = await startProvider(settings, (sentence) => log.push(sentence));
const { port } = provider;
afterAll(async () => {
  await provider.close();
  rmSync(folder, { recursive: true });
});

/** A request as it is, without a browser's care for its address. Gives the status. */
async function ask(method: string, path: string, body = ''): Promise<number> {
  const headers = { authorization: `Bearer ${KEY}`, 'idempotency-key': 'one' };
  const asked = request({ host: '127.0.0.1', port, method, path, headers });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode ?? 0;
}

const health = async () => await ask('GET', '/health');

test.each(['//', '//:', '/v1/payments/%zz', '/v1/%'])(
  'an address that cannot be read is the fault of who asks: %s',
  async (path) => {
    expect(await ask('GET', path)).toBe(400);
    expect(log.join()).not.toContain('GET failed');
    expect(await health()).toBe(200);
  },
);

test('a body that is too large is refused, and who sends it hears that', async () => {
  expect(await ask('POST', '/v1/payments', 'x'.repeat(1_000_000))).toBe(413);
  expect(await health()).toBe(200);
});

test('a request that breaks off in its body takes nothing with it', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const head = [
    'POST /v1/payments HTTP/1.1',
    'Host: pay.test',
    `Authorization: Bearer ${KEY}`,
    'Idempotency-Key: half',
  ];
  socket.write(`${[...head, 'Content-Length: 100', 'Expect: 100-continue'].join('\r\n')}\r\n\r\n`);
  // It is told to go on: its body is waited for.
  await once(socket, 'data');
  socket.resetAndDestroy();

  await expect.poll(() => log.join(), { timeout: 10_000 }).toContain('POST failed');
  expect(await health()).toBe(200);
});
