import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KEYWORD_WORDS } from './keyword-words.ts';
import { namesKeyword } from './names-keyword.ts';

test.each([
  'Reply STOP to opt out',
  'Reply “STOP” to end.',
  'Reply STOP/ARRET to opt out',
  'STOP=end',
  'Stop messages:STOP|HELP',
  'Opt-out: text <stop>',
  'To end, text opt out',
  'Répondez à l’arrêt : ARRÊT',
  "Xabarlarni to'xtatish uchun: to'xtat",
  '回复退订停止接收',
  '回复STOP即可',
  '退訂請回覆「停止」',
  '拒收请回复【拒收】',
  '配信停止はこちらへ返信',
  'ストップと返信',
  'ｽﾄｯﾌﾟと返信',
  '무료수신거부는 회신',
  'ตอบกลับหยุดเพื่อยกเลิก',
  'ตอบ STOP เพื่อเลิก',
  'ຕອບຢຸດເພື່ອ',
  'ឆ្លើយឈប់ដើម្បី',
  'Soạn hủy đăng ký gửi lại',
  'Soan HUY DANG KY gui lai',
  'Svar MELD AV',
  'ＳＴＯＰ！で解除',
  'לביטול: הסר',
  'اشتراک ختم کرنے کے لیے بند کریں لکھیں',
])('%j names a word that ends messages', (line) => {
  expect(namesKeyword(line, 'stop')).toBe(true);
});

test.each([
  '',
  'See you soon',
  'Reply NO if you want none of these',
  'A nonstop service',
  'En d’autres termes',
  'Call us: 0800 5709',
  'The summary is a résumé',
  '回复T即可',
  '감사합니다',
  'ขอบคุณ',
  'Huy sẽ đăng lại',
  // Myanmar: what comes after the letters of a word makes another syllable of them.
  'ရပ်ွ',
])('%j names none', (line) => {
  expect(namesKeyword(line, 'stop')).toBe(false);
});

test('each word of the lists is named by a line that has it between others of its script, or in quotation marks', () => {
  for (const [keyword, word] of Object.values(KEYWORD_WORDS).flatMap((words) =>
    (['stop', 'start', 'help'] as const).flatMap((each) => words[each].map((word) => [each, word] as const)),
  )) {
    expect([word, namesKeyword(`1 “${word}” 2`, keyword)]).toEqual([word, true]);
    expect([word, namesKeyword(`1 ${word.toUpperCase()}: 2`, keyword)]).toEqual([word, true]);
  }
});

test('no line makes it fail', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (line) => {
      expect(typeof namesKeyword(line, 'stop')).toBe('boolean');
    }),
  );
});
