import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { phoneText } from '../../texts/phone.ts';
import { callDetailText } from '../../texts/calls/call-detail.ts';
import { callsText } from '../../texts/calls.ts';
import { endSentence } from '../calls/end-sentence.ts';
import { formatBalance, formatStretch } from '../format/format.ts';
import { formatDay } from '../format/format-time.ts';
import { i18n, isolate, translateProblem, translateSentence } from './i18n.ts';
import { firstSpoken, LANGUAGES } from './language.ts';
import type { Translation } from './translation.ts';
import { showNumber } from '../format/phone-number.ts';

beforeAll(async () => {
  for (const { translation, code } of await Promise.all([
    load('es', import('../../texts/es/index.ts')),
    load('ar', import('../../texts/ar/index.ts')),
  ])) {
    for (const [part, texts] of Object.entries(translation)) i18n.addResourceBundle(code, part, texts);
  }
});
afterEach(async () => {
  await i18n.changeLanguage('en');
});

async function load(code: string, loading: Promise<{ translation: Translation }>) {
  return { code, translation: (await loading).translation };
}

test.each([
  [['pt-BR', 'en'], 'pt'],
  [['de-AT', 'fr-CA'], 'fr'],
  [['zh-Hant-TW'], 'zh'],
  [['sv', 'fi'], 'en'],
  [[], 'en'],
])('a reader of %j is spoken to in %s', (tags, language) => {
  expect(firstSpoken(tags)).toBe(language);
});

test('each language is offered by its own name', () => {
  expect(LANGUAGES.map(({ ownName }) => ownName)).toEqual(
    LANGUAGES.map(({ tag }) => new Intl.DisplayNames(tag, { type: 'language' }).of(tag)),
  );
});

describe('why a call ended', () => {
  const ended = { reasonText: 'The line is busy. Try again later.', ringingAt: null, answeredAt: null };

  test('is told in the server’s words in English, and in the page’s language elsewhere', async () => {
    expect(endSentence({ ...ended, reason: 'busy' })).toBe(ended.reasonText);
    await i18n.changeLanguage('es');
    expect(endSentence({ ...ended, reason: 'busy' })).toBe('La línea está ocupada. Inténtalo más tarde.');
  });

  test('differs where nobody had answered', async () => {
    await i18n.changeLanguage('es');
    const answeredAt = '2026-03-31T12:00:00Z';
    expect(endSentence({ ...ended, reason: 'media_lost' })).toContain('antes de que contestaran');
    expect(endSentence({ ...ended, reason: 'media_lost', answeredAt })).toContain('Se perdió el sonido');
    const refused = { ...ended, reason: 'media_failed', direction: 'inbound' } as const;
    expect(endSentence(refused)).toContain('(488)');
    expect(endSentence({ ...refused, answeredAt })).not.toContain('488');
    const declined = { ...refused, reason: 'ended_by_request' } as const;
    expect(endSentence(declined)).toBe('Rechazaste la llamada.');
    expect(endSentence({ ...declined, answeredAt })).toBe('Terminaste la llamada.');
  });
});

describe('what the server refuses', () => {
  test('is told by its code', async () => {
    await i18n.changeLanguage('es');
    expect(translateProblem({ code: 'email_taken', message: 'Any words' })).toMatch(/^Ya existe/);
  });
  test('is told in its own words where there are no others', async () => {
    await i18n.changeLanguage('es');
    expect(translateProblem({ code: 'quite_new', message: 'Something new.' })).toBe('Something new.');
  });
  test('keeps to the letter in English', () => {
    expect(translateProblem({ code: 'email_taken', message: 'Any words' })).toBe('Any words');
    expect(translateSentence('Invalid email address')).toBe('Invalid email address');
  });
});

describe('Arabic', () => {
  test.each([
    [0, 'لا مكالمات'],
    [1, 'مكالمة واحدة'],
    [2, 'مكالمتان'],
    [5, '5 مكالمات'],
    [11, '11 مكالمة'],
    [100, '100 مكالمة'],
  ])('counts %i calls by its own forms', async (count, words) => {
    await i18n.changeLanguage('ar');
    expect(callsText.say('found', { count })).toBe(words);
  });

  test('keeps numbers, prices and names in their own order', async () => {
    await i18n.changeLanguage('ar');
    expect(isolate('+44')).toBe('\u2066+44\u2069');
    expect(showNumber('+447700900123')).toBe('\u2066+44 7700 900123\u2069');
    expect(formatBalance({ amount: '12.34', currency: 'USD' })).toBe('\u2066$12.34\u2069');
    expect(phoneText.say('quality', { word: 'x' })).toBe('الاتصال: \u2068x\u2069');
  });

  test('has the figures of the keypad and the common calendar', async () => {
    await i18n.changeLanguage('ar');
    expect(formatDay('2026-03-31', 'full')).toMatch(/31 مارس.* 2026/);
  });
});

test('a stretch of time has the units of the language', async () => {
  expect(formatStretch(12_000)).toBe('3 h 20 min');
  await i18n.changeLanguage('zh');
  expect(formatStretch(12_000)).toBe('3小时 20分钟');
});

test('a number in a sentence has the language’s decimal sign', async () => {
  await i18n.changeLanguage('es');
  expect(callDetailText.say('soundCurve', { worst: 3.5 })).toContain('3,5');
});
