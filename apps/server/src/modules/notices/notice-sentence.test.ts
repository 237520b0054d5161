import { expect, test } from 'vitest';
import { sentenceIn } from './notice-sentence.ts';
import type { Told } from './notice.ts';

const missed = { kind: 'call_missed', facts: { callId: '', from: '+447700900123' } } as Told;

test('the plus of a number stands before it where one reads from right to left, too', () => {
  expect(sentenceIn({ language: 'ar', timeZone: 'UTC' }, missed)).toContain('\u2066+447700900123\u2069');
  expect(sentenceIn({ language: 'en', timeZone: 'UTC' }, missed)).toBe('You missed a call from +447700900123.');
});
