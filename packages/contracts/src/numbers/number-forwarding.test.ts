import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ringStep } from './number-forwarding.ts';

test('a phone that is chosen twice is one phone, at its first place', () => {
  const [one, other] = [randomUUID(), randomUUID()];
  const step = { do: 'ring' as const, browsers: false, phones: [one, other, one] };
  expect(ringStep.parse(step).phones).toEqual([one, other]);
  expect(ringStep.parse({ ...step, phones: 'all' }).phones).toBe('all');
});
