import { afterEach, expect, test } from 'vitest';
import { i18n } from '../../lib/language/i18n.ts';
import { closedSentence } from './closed-sentence.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' });

afterEach(async () => {
  await i18n.changeLanguage('en');
});

test('who closes an account is told what was left in it, if anything was', () => {
  expect(closedSentence(usd('1234.5000'))).toBe(
    'Your account is closed. $1,234.50 of credit was left; it stays on record with the account.',
  );
  expect(closedSentence(usd('0.0000'))).toBe('Your account is closed.');
  expect(closedSentence(usd('-2.0000'))).toBe('Your account is closed.');
});

test('it is told in the language of the page, and the amount as that language writes it', async () => {
  const { translation } = await import('../../texts/es/index.ts');
  for (const [part, texts] of Object.entries(translation)) i18n.addResourceBundle('es', part, texts);
  await i18n.changeLanguage('es');
  expect(closedSentence(usd('12345.5000')).replaceAll(/\s/g, ' ')).toBe(
    'Tu cuenta está cerrada. Quedaba un saldo de 12.345,50 $, que sigue registrado con la cuenta.',
  );
});
