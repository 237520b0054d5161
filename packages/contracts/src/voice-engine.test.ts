import { expect, test } from 'vitest';
import { callEnded } from './voice-engine.ts';

const ended = {
  type: 'call.ended',
  key: 'a:call.ended',
  call: 'a',
  at: '1795380382855',
  answeredAt: '1795380380000',
  by: 'caller',
  trunk: 'trunk-a',
  sipCallId: 'c',
  fromTag: 'f',
  toTag: 't',
};

test('instants of the engine are words of milliseconds, and none is 1970', () => {
  expect(callEnded.parse(ended)).toMatchObject({ at: 1795380382855, answeredAt: 1795380380000 });
  expect(callEnded.safeParse({ ...ended, answeredAt: '' }).success).toBe(false);
  expect(callEnded.safeParse({ ...ended, at: '0' }).success).toBe(false);
});
