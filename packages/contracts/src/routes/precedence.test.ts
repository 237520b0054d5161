import { expect, test } from 'vitest';
import { apiRoutes } from '../api-routes.ts';

const precedences = new Map(apiRoutes.map(({ name, precedence }) => [name, precedence ?? 'never refused']));

test.each([
  ['POST /calls/initiate', 'new_work'],
  ['POST /messages', 'new_work'],
  ['POST /auth/login', 'deferrable'],
  ['GET /calls/history', 'deferrable'],
  ['GET /calls/export.csv', 'deferrable'],
  ['POST /calls/{id}/end', 'never refused'],
  ['POST /calls/{id}/transfer', 'never refused'],
  ['GET /calls/active', 'never refused'],
  ['GET /calls/webrtc-token', 'never refused'],
  ['POST /auth/refresh', 'never refused'],
  ['GET /auth/profile', 'never refused'],
  ['POST /billing/add-funds', 'never refused'],
] as const)('in an overload %s is %s', (name, precedence) => {
  expect(precedences.get(name)).toBe(precedence);
});

test('whatever is a file of everything comes after calls', () => {
  const files = apiRoutes.filter(({ name }) => /\/export|\.csv$|\.vcf$/.test(name));
  expect(files.length).toBeGreaterThan(5);
  for (const { name, precedence } of files) expect(precedence, name).toBe('deferrable');
});
