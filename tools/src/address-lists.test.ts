import { expect, test } from 'vitest';
import { floodExceptions, soundLearnedFrom } from './address-lists.ts';

test('spaces around the addresses of a list are no part of them', () => {
  expect(floodExceptions({ FARLINE_FLOOD_EXCEPTIONS: ' 127.0.0.1, 2001:db8::7 ,' })).toEqual([
    '127.0.0.1',
    '2001:db8::7',
  ]);
  expect(soundLearnedFrom({ FARLINE_SOUND_LEARNED_FROM: '203.0.113.10, phones' })).toEqual(['203.0.113.10', 'phones']);
  expect([floodExceptions({}), soundLearnedFrom({})]).toEqual([[], []]);
});

test.each(['localhost', '10.0.0.0/8', '127.0.0.1;10.0.0.3'])('%s in a list of addresses is named', (word) => {
  expect(() => floodExceptions({ FARLINE_FLOOD_EXCEPTIONS: `127.0.0.1, ${word}` })).toThrow(
    `FARLINE_FLOOD_EXCEPTIONS holds "${word}": it must list addresses`,
  );
  expect(() => soundLearnedFrom({ FARLINE_SOUND_LEARNED_FROM: word })).toThrow(
    `FARLINE_SOUND_LEARNED_FROM holds "${word}": it must list IPv4 addresses`,
  );
});
