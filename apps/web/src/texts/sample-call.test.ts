import { expect, test } from 'vitest';
import { i18n } from '../lib/language/i18n.ts';
import { LANGUAGES } from '../lib/language/language.ts';
import type { Translation } from '../lib/language/translation.ts';
import './phone.ts';
import './sample-call.ts';

const OWN = ['picture', 'madeUp'];

test.each(LANGUAGES.map(({ code }) => code))('the picture of a call has the words of the phone: %s', async (code) => {
  const texts = await textsOf(code);
  const words = Object.entries(texts['sample-call'] ?? {}).filter(([key]) => !OWN.includes(key));
  expect(words.length).toBeGreaterThan(0);
  expect(Object.fromEntries(words)).toEqual(
    Object.fromEntries(words.map(([key]) => [key, (texts['phone'] as Record<string, string>)[key]])),
  );
});

async function textsOf(code: string): Promise<Translation> {
  if (code === 'en') return i18n.getDataByLanguage('en') ?? {};
  const { translation } = (await import(`./${code}/index.ts`)) as { translation: Translation };
  return translation;
}
