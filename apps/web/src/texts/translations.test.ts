import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { endReason } from '@farline/contracts/calls';
import { validationMessages } from '@farline/contracts/validation-messages';
import { beforeAll, describe, expect, test } from 'vitest';
import { i18n } from '../lib/language/i18n.ts';
import { LANGUAGES } from '../lib/language/language.ts';
import type { Translation } from '../lib/language/translation.ts';

type Texts = Record<string, string>;

const OTHERS = LANGUAGES.map(({ code }) => code).filter((code) => code !== 'en');
/** Parts whose English is the contracts' and the server's own. */
const WITHOUT_ENGLISH = ['sentences', 'problems', 'reasons'];

const english: Translation = {};
const translations = new Map<string, Translation>();

beforeAll(async () => {
  const files = await readdir(import.meta.dirname, { recursive: true });
  for (const file of files) {
    const isTranslation = OTHERS.some((code) => file.startsWith(`${code}/`));
    const isEnglish = !isTranslation && file.endsWith('.ts') && !file.endsWith('.test.ts');
    if (isEnglish) await import(join(import.meta.dirname, file));
  }
  Object.assign(english, i18n.getDataByLanguage('en'));
  for (const code of OTHERS) {
    const { translation } = (await import(join(import.meta.dirname, code, 'index.ts'))) as { translation: Translation };
    translations.set(code, translation);
  }
});

describe.each(OTHERS)('%s', (code) => {
  test('has every text, in every plural form of the language, and none too many', () => {
    const wanted = Object.entries(english).flatMap(([part, texts]) =>
      keysIn(code, texts).map((key) => `${part}: ${key}`),
    );
    const present = Object.entries(translationOf(code))
      .filter(([part]) => !WITHOUT_ENGLISH.includes(part))
      .flatMap(([part, texts]) => Object.keys(texts).map((key) => `${part}: ${key}`));
    expect({ lacks: without(wanted, present), isTooMany: without(present, wanted) }).toEqual({
      lacks: [],
      isTooMany: [],
    });
  });

  test('has the same values in every sentence as the English', () => {
    const wrong = Object.entries(translationOf(code)).flatMap(([part, texts]) =>
      Object.entries(texts)
        .filter(([key, text]) => !isSameValues(text, englishOf(part, key)))
        .map(([key, text]) => `${part}: ${key}: ${text}`),
    );
    expect(wrong).toEqual([]);
  });

  test('has no empty text', () => {
    const empty = Object.values(translationOf(code)).flatMap((texts) =>
      Object.keys(texts).filter((key) => texts[key] === ''),
    );
    expect(empty).toEqual([]);
  });

  test('has a sentence for every validation message and every ending of a call', () => {
    const { sentences = {}, reasons = {} } = translationOf(code);
    expect(without(Object.values(validationMessages), Object.keys(sentences))).toEqual([]);
    expect(without(endReason.options, Object.keys(reasons))).toEqual([]);
  });

  test('has the same sentences of the server as the other languages', () => {
    for (const part of WITHOUT_ENGLISH) {
      const all = OTHERS.flatMap((other) => Object.keys(translationOf(other)[part] ?? {}));
      expect(without(all, Object.keys(translationOf(code)[part] ?? {}))).toEqual([]);
    }
  });
});

test('French breaks no line before its punctuation or inside its quotation marks', () => {
  const breakable = Object.values(translationOf('fr')).flatMap((texts) =>
    Object.values(texts).filter((text) => / [:;?!»]|« /.test(text)),
  );
  expect(breakable).toEqual([]);
});

/** The keys that a language needs for some English texts: its own plural forms in the place of the English two. */
function keysIn(code: string, texts: Texts): string[] {
  const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
  return Object.keys(texts).flatMap((key) => {
    const base = pluralBase(key, texts);
    if (base === null) return [key];
    return key.endsWith('_other') ? forms.map((form) => `${base}_${form}`) : [];
  });
}

function pluralBase(key: string, texts: Texts): string | null {
  const base = key.replace(/_(one|other)$/, '');
  return base !== key && `${base}_one` in texts && `${base}_other` in texts ? base : null;
}

/** The English beside which a translation stands; null where it is not a text of the client. */
function englishOf(part: string, key: string): string | null {
  if (part === 'sentences') return key;
  return english[part]?.[key] ?? english[part]?.[key.replace(/_(zero|one|two|few|many|other)$/, '_other')] ?? null;
}

/** A count may be told in words: "two calls". */
function isSameValues(text: string, original: string | null): boolean {
  if (original === null) return true;
  const rest = (names: string[]): string => names.filter((name) => name !== '{{count}}').join(' ');
  return rest(valuesIn(text)) === rest(valuesIn(original));
}

function valuesIn(text: string): string[] {
  return [...new Set(text.match(/\{\{\w+\}\}/g))].toSorted();
}

function without(all: readonly string[], some: readonly string[]): string[] {
  const known = new Set(some);
  return [...new Set(all)].filter((item) => !known.has(item));
}

function translationOf(code: string): Translation {
  return translations.get(code) ?? {};
}
