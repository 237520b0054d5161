import { expect, test } from 'vitest';
import { foldWord } from './fold-word.ts';
import { findKeyword, readKeyword } from './keyword.ts';
import { KEYWORD_WORDS } from './keyword-words.ts';

test.each([
  ...['STOP', 'stop', ' Stop. ', '"STOP"', 'S T O P', 'S.T.O.P!', 'STOP ALL', 'Stopall', 'opt-out', 'Unsubscribe'],
  ...['Arrêt', 'ARRET', 'arre\u0302t', 'BAJA', 'СТОП', 'стоп', 'Στοπ', 'RET', 'İPTAL', 'إيقاف', 'ايقاف', '退订', 'बंद'],
  ...[
    'SALIR',
    'UNREG',
    'Darme de baja',
    'Stop SMS',
    'Me désabonner',
    'Cancelar inscrição',
    'الغاء الاشتراك',
    '拒收',
    'Hủy đăng ký',
  ],
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

test.each([
  ['the Turkish i with its dot', 'stop', ['iptal', 'İptal', 'IPTAL', 'ıptal', 'iptal'.normalize('NFD')]],
  ['the Turkish i without', 'help', ['yardım', 'YARDIM', 'Yardim']],
  ['a Greek sigma at the end', 'stop', ['τερματισμός', 'ΤΕΡΜΑΤΙΣΜΟΣ', 'τερματισμοσ', 'Τερματισμος']],
  ['Greek accents', 'help', ['βοήθεια', 'ΒΟΗΘΕΙΑ', 'βοηθεια']],
  ['Georgian capitals', 'stop', ['სტოპ', 'ᲡᲢᲝᲞ']],
  ['apostrophes of Uzbek', 'stop', ["to'xtat", 'toʻxtat', 'TO’XTAT']],
  ['Malayalam from before Unicode 5.1', 'stop', ['നിർത്തുക', 'നിര്‍ത്തുക', 'നിര്ത്തുക']],
  ['Romanian cedillas', 'stop', ['oprește', 'opreşte', 'OPRESTE']],
  ['Arabic ways to write a letter', 'stop', ['إلغاء', 'الغاء', 'أوقف', 'اوقف']],
  ['Urdu letters as Arabic has them', 'stop', ['بند کریں', 'بند كريں', 'روکیں']],
] as const)('%s: all of these are one word', (_, keyword, texts) => {
  expect(texts.map((text) => readKeyword(text))).toEqual(texts.map(() => keyword));
});

test.each([
  ['en', 'STOP'],
  ['es', 'Baja'],
  ['fr', 'ARRET'],
  ['pt', 'sair'],
  ['ar', 'إيقاف'],
  ['zh', '退訂'],
  ['de', 'Abmelden'],
  ['it', 'aiuto'],
  ['nl', 'uitschrijven'],
  ['pl', 'Pomoc'],
  ['tr', 'İPTAL'],
  ['ru', 'стоп'],
  ['th', 'หยุด'],
  ['ja', 'ヘルプ'],
] as const)('a word of %s is known as one: %s', (language, text) => {
  expect(findKeyword(text)?.language).toBe(language);
});

const every = Object.entries(KEYWORD_WORDS).flatMap(([language, words]) =>
  Object.entries(words).flatMap(([keyword, all]) =>
    all.map((word) => ({ language, keyword, word, folded: foldWord(word) })),
  ),
);

test('each word of the lists is read as its keyword, and none stands for two', () => {
  for (const { word, keyword, folded } of every) {
    expect([word, readKeyword(word)]).toEqual([word, keyword]);
    expect(folded).not.toBe('');
  }
});

test('no list has a word twice', () => {
  const words = every.map(({ folded, language }) => `${language} ${folded}`);
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
});

test.each([
  'Acha',
  'abi',
  'Баста',
  'Dayan',
  'vege',
  'misa',
  'Ed',
  'Stad',
  'Отказ',
  'batal',
  'tamam',
  'ok',
  'no',
  'да',
  'sí',
  'Đúng',
  'Huy',
  'Dùng lại',
  'td',
  'Dũng',
  'أبدًا',
  'ابدا',
  'T',
  'Parę.',
  'pare\u0328',
  'PARË',
  'Altă',
  'Résumé',
])('%j is what people answer, and no keyword', (text) => {
  expect(readKeyword(text)).toBeNull();
});

test.each(Object.entries(KEYWORD_WORDS))('whoever writes %s can ask for each of the three', (_language, words) => {
  for (const [keyword, all] of Object.entries(words)) {
    expect(all).not.toEqual([]);
    for (const word of all) expect(readKeyword(word)).toBe(keyword);
  }
});
