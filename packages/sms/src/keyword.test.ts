import { expect, test } from 'vitest';
import { foldWord } from './fold-word.ts';
import { readKeyword } from './keyword.ts';
import { HELP_WORDS, START_WORDS, STOP_WORDS } from './keyword-words.ts';

test.each([
  ...['STOP', 'stop', ' Stop. ', '"STOP"', 'S T O P', 'S.T.O.P!', 'STOP ALL', 'Stopall', 'opt-out', 'Unsubscribe'],
  ...['Arrêt', 'ARRET', 'arre\u0302t', 'BAJA', 'СТОП', 'стоп', 'Στοπ', 'RET', 'İPTAL', 'إيقاف', 'ايقاف', '退订', 'बंद'],
])('%j is a stop', (text) => {
  expect(readKeyword(text)).toBe('stop');
});

test.each([
  ['Cyrillic letters', '\u0405\u0422\u041e\u0420'],
  ['Greek letters among Latin ones', 'ST\u039f\u03a1'],
  ['a Cherokee alphabet', '\u13da\u13a2O\u13e2'],
  ['full-width letters', '\uff33\uff34\uff2f\uff30'],
  ['mathematical letters', '𝐒𝐓𝐎𝐏'],
  ['letters in squares', '🅂🅃🄾🄿'],
  ['white letters in squares', '🆂🆃🅾🅿'],
  ['letters of flags', '🇸🇹🇴🇵'],
  ['small capitals', 'ꜱᴛᴏᴘ'],
  ['signs that nobody sees', 'S\u200bT\u2060O\u00adP\ufeff'],
  ['digits', '5T0P'],
  ['an emoji after it', 'STOP 🛑'],
])('STOP written with %s is a stop', (_, text) => {
  expect(readKeyword(text)).toBe('stop');
});

test.each([
  ['start', 'START'],
  ['start', 'старт'],
  ['start', '订阅'],
  ['help', 'HELP'],
  ['help', 'Aide'],
  ['help', 'ПОМОЩЬ'],
  ['help', 'yardım'],
  ['help', 'مساعدة'],
])('the keyword %s is in %j', (keyword, text) => {
  expect(readKeyword(text)).toBe(keyword);
});

test.each([
  '',
  '.',
  'yes',
  'stop by at five',
  'Please help me move',
  'nonstop',
  '0',
  '5',
  `stop${' stop'.repeat(5_000)}`,
])('%j is no keyword', (text) => {
  expect(readKeyword(text)).toBeNull();
});

test('no word stands for two keywords', () => {
  const words = [...STOP_WORDS, ...START_WORDS, ...HELP_WORDS].map(foldWord);

  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
  expect(words).not.toContain('');
});
