import { expect, test } from 'vitest';
import { readHost, readReply, SERVICES } from './service-status.ts';

test('the four paths are those of the specification', () => {
  expect(SERVICES.map(({ path }) => path)).toEqual(['/polly-test', '/health', '/status', '/db-test']);
});

test.each([
  ['http://localhost:4001', 'http://localhost:4001'],
  ['http://localhost:4001/', 'http://localhost:4001'],
  [' phone.example.com ', 'https://phone.example.com'],
  ['https://abc.execute-api.eu-west-1.amazonaws.com/prod/', 'https://abc.execute-api.eu-west-1.amazonaws.com/prod'],
  ['', null],
  ['ftp://example.com', null],
  ['two words', null],
])('the host "%s" is read as %s', (typed, origin) => {
  expect(readHost(typed)).toBe(origin);
});

test.each([
  [200, '{"status":"ok","message":"All systems operational."}', 'ok', 'All systems operational.'],
  [200, '{"status":"degraded"}', 'failing', null],
  [503, '{"status":"failing","message":"The database isn’t answering."}', 'failing', 'The database isn’t answering.'],
  [404, 'not here', 'failing', null],
  [200, 'OK', 'ok', null],
  [200, '<!doctype html><html></html>', 'failing', null],
])('a reply of %i with %s is %s', (httpStatus, text, is, sentence) => {
  expect(readReply(httpStatus, text)).toMatchObject({ is, sentence });
});
