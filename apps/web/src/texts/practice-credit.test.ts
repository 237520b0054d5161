import { expect, test } from 'vitest';
import { i18n } from '../lib/language/i18n.ts';
import { LANGUAGES } from '../lib/language/language.ts';
import type { Translation } from '../lib/language/translation.ts';
import './auth.ts';
import './confirm.ts';
import './landing.ts';
import './sandbox.ts';

/** What the credit is called, as "Practice credit" in English. */
const CREDIT: Record<string, RegExp> = {
  en: /practice credit/i,
  ar: /رصيد\S* (ال)?تجريبي/,
  es: /saldo de prueba/i,
  fr: /crédit d’essai/i,
  pt: /crédito de teste/i,
  zh: /试用金/,
};

// It is given once for a mailbox and a browser, after the address is confirmed, and by no operator who has set it to 0.
test.each(LANGUAGES.map(({ code }) => code))(
  'nobody is promised practice credit before it is known: %s',
  async (code) => {
    const { landing, auth, confirm, sandbox } = await textsOf(code);
    const shown = [
      landing?.['noCard'],
      landing?.['trialBody'],
      auth?.['signUpLead'],
      confirm?.['lead'],
      sandbox?.['title'],
    ];
    for (const text of shown) {
      expect(text).toBeTypeOf('string');
      expect(text).not.toMatch(CREDIT[code] ?? /./);
    }
  },
);

async function textsOf(code: string): Promise<Record<string, Record<string, string> | undefined>> {
  const { translation } =
    code === 'en'
      ? { translation: i18n.getDataByLanguage('en') ?? {} }
      : ((await import(`./${code}/index.ts`)) as { translation: Translation });
  return translation;
}
