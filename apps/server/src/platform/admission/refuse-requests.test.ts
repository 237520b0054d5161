import { afterAll, expect, test } from 'vitest';
import { createHttpServer } from '../http-server.ts';
import { createLog } from '../log.ts';
import type { WantedWork } from './admission.ts';
import { refuseRequests } from './refuse-requests.ts';

const wanted: WantedWork[] = [];
let isOverloaded = false;
const app = await createHttpServer({ log: createLog('silent'), allowedOrigins: [], trustProxy: false });
refuseRequests(app, {
  overload: {
    admit: (work) => {
      wanted.push(work);
      return isOverloaded && work.precedence !== 'essential'
        ? { admitted: false, retryAfterSeconds: 4 }
        : { admitted: true };
    },
  },
  ownerOf: async (request) => request.ip,
});
let served = 0;
const serve = async () => ({ served: (served += 1) });
app.get('/list', { config: { precedence: 'deferrable' } }, serve);
app.post('/call', { config: { precedence: 'new_work' } }, serve);
app.post('/end', { config: { precedence: 'essential' } }, serve);
app.get('/page', serve);
afterAll(async () => await app.close());

const ask = async (method: 'GET' | 'POST', url: string) =>
  await app.inject({ method, url, remoteAddress: '192.0.2.1' });

test('while there is too much to do, a route is refused before it does anything, and a page or an essential route is served', async () => {
  isOverloaded = true;
  for (const [method, url] of [
    ['GET', '/list'],
    ['POST', '/call'],
  ] as const) {
    const refused = await ask(method, url);
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('4');
    expect(refused.json()).toEqual({
      code: 'busy',
      message: 'We’re very busy right now. Please try again in a moment.',
    });
  }
  expect(served).toBe(0);
  expect((await ask('POST', '/end')).json()).toEqual({ served: 1 });
  expect((await ask('GET', '/page')).json()).toEqual({ served: 2 });
  isOverloaded = false;
  expect((await ask('POST', '/call')).json()).toEqual({ served: 3 });
  const owner = '192.0.2.1';
  expect(wanted).toEqual([
    { precedence: 'deferrable', owner },
    { precedence: 'new_work', owner },
    { precedence: 'essential', owner },
    { precedence: 'new_work', owner },
  ]);
});
