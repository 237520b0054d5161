import { TRANSCRIPT_MOST_CHARACTERS } from '@farline/contracts';
import { expect, test } from 'vitest';
import { transcriptText } from './transcript-text.ts';

test.each([
  ['spaces at either end', '  Please call back. \n', 'Please call back.'],
  ['lines', 'Hello.\r\n\r\nFrom Farline:\tpay now', 'Hello. From Farline: pay now'],
  ['what no database keeps', 'a\u0000b', 'a b'],
  ['what turns the direction around', '\u202Etxt.exe\u2066', 'txt.exe'],
  ['half a character', 'call \uD83D back', 'call \uFFFD back'],
  ['marks that belong to a script', 'می\u200Cخواهم 👩\u200D💻', 'می\u200Cخواهم 👩\u200D💻'],
  ['markup, which is text like any other', '<b>&amp;</b>', '<b>&amp;</b>'],
  ['nothing', ' \n ', ''],
])('%s', (_what, said, kept) => {
  expect(transcriptText(said)).toBe(kept);
});

test('what is too long is cut between characters', () => {
  const kept = transcriptText(`a${'😀'.repeat(TRANSCRIPT_MOST_CHARACTERS)}`);
  expect(kept.length).toBeLessThanOrEqual(TRANSCRIPT_MOST_CHARACTERS);
  expect(kept.length).toBeGreaterThan(TRANSCRIPT_MOST_CHARACTERS - 3);
  expect(kept.isWellFormed()).toBe(true);
  expect(kept.endsWith('😀…')).toBe(true);
});
