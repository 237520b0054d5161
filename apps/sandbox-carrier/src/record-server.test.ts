import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { CallLog } from './call-log.ts';
import { systemTiming } from '@farline/smpp';
import { MessageCentre } from './message-centre/message-centre.ts';
import { PlacedCalls } from './placed-calls.ts';
import { serveRecord } from './record-server.ts';

const logged: string[] = [];
const log = (sentence: string) => void logged.push(sentence);
const placed = new PlacedCalls({ trunks: new Map(), callsTo: { host: '127.0.0.1', port: 9 }, log });
const centre = new MessageCentre({
  where: { host: '127.0.0.1', port: 0 },
  login: { systemId: 'farline', password: 'sandbox' },
  log,
  accepts: () => true,
  timing: systemTiming,
  now: () => new Date(),
});
const sources = { calls: new CallLog(), placed, centre, log };
const { server, port } = await serveRecord(sources, { host: '127.0.0.1', port: 0 });
afterAll(() => server.close());

/** A request as it is, without a browser's care for its address. */
async function ask(sent: { method: string; path: string; type?: string; body?: string }): Promise<number> {
  const headers = sent.type === undefined ? {} : { 'content-type': sent.type };
  const asked = request({ host: '127.0.0.1', port, method: sent.method, path: sent.path, headers });
  asked.end(sent.body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode ?? 0;
}

const health = async () => await ask({ method: 'GET', path: '/health' });

test('an address that cannot be read is refused, and the carrier lives on', async () => {
  expect(await ask({ method: 'GET', path: '//' })).toBe(400);
  expect(await ask({ method: 'DELETE', path: '//:' })).toBe(400);
  expect(await health()).toBe(200);
});

test('a request that breaks off in its body takes nothing with it', async () => {
  const arriving = once(server, 'request') as Promise<[IncomingMessage]>;
  const headers = { 'content-type': 'application/json', 'content-length': '100' };
  const asked = request({ host: '127.0.0.1', port, method: 'POST', path: '/placed', headers });
  asked.on('error', () => {});
  asked.write('{"to":');
  const [seen] = await arriving;
  const gone = new Promise((resolve) => seen.once('close', resolve));
  asked.destroy();
  await gone;

  expect(await health()).toBe(200);
});

test('what no page of a stranger may send without asking is the only type that places a call', async () => {
  const body = '{"to":"+14155550100"}';
  expect(await ask({ method: 'POST', path: '/placed', type: 'text/plain', body })).toBe(415);
  expect(await ask({ method: 'OPTIONS', path: '/placed' })).toBe(405);
});

test('a body that is too large is refused, and heard to be', async () => {
  const body = JSON.stringify({ to: '1'.repeat(1_000_000) });
  expect(await ask({ method: 'POST', path: '/placed', type: 'application/json', body })).toBe(413);
  expect(await health()).toBe(200);
});

test('a fault of ours is answered and told', async () => {
  const { find } = placed;
  placed.find = () => {
    throw new Error('broken');
  };
  expect(await ask({ method: 'GET', path: '/placed/1' })).toBe(500);
  placed.find = find;
  expect(logged.join()).toContain('broken');
  expect(await health()).toBe(200);
});

test('a telephone writes as it is asked to, and messages that were taken are told', async () => {
  const at = (path: string) => `http://127.0.0.1:${port}${path}`;
  const write = async (body: unknown) =>
    await fetch(at('/written'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const long = await write({ to: '+14155550100', text: 'x'.repeat(161) });

  expect([long.status, await long.json()]).toEqual([201, { parts: 2 }]);
  expect((await write({ to: 'nobody' })).status).toBe(400);
  expect((await write({ to: '+14155550100', text: '' })).status).toBe(400);
  expect(await (await fetch(at('/messages?to=%2B447700900123'))).json()).toEqual({ messages: [], taken: 0 });
  expect(await ask({ method: 'GET', path: '/messages?limit=none' })).toBe(400);
  expect(await ask({ method: 'GET', path: '/written' })).toBe(405);
});
