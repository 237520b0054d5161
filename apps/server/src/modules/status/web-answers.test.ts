import { createServer } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { webAnswers } from './web-answers.ts';

const server = createServer((request, response) => {
  response.statusCode = request.url === '/broken' ? 502 : 404;
  response.end();
});
afterEach(() => server.close());

test('a page that is not there is an answer; a server error and a closed port are none', async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

  expect(await webAnswers(`${origin}/missing`)()).toBe(true);
  expect(await webAnswers(`${origin}/broken`)()).toBe(false);
  await new Promise((resolve) => server.close(resolve));
  await expect(webAnswers(origin)()).rejects.toThrow('fetch failed');
});
