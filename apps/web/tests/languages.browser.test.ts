import { expect, test } from 'vitest';
import type { Language } from '../src/lib/language/language.ts';
import { findWrongs } from './support/axe.ts';
import { isTooWide, resize } from './support/looks.ts';
import { enter, fillSignIn } from './support/people.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const WIDTHS = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];
/** Each language with its word for pricing, as the page's own heading has it. */
const HEADINGS: Record<Exclude<Language, 'en'>, string> = {
  es: 'Cuánto cuesta un minuto',
  fr: 'Ce que coûte une minute',
  pt: 'Quanto custa um minuto',
  ar: 'كم تكلّف الدقيقة',
  zh: '每分钟多少钱',
};

const stage = await testStage();

test('Arabic chosen on the landing page turns it round, and stays after a reload', async () => {
  const page = await stage.openPage();
  await page.goto(stack.url);
  await page.getByLabel('Language').first().selectOption('ar');
  await page.getByRole('heading', { level: 1, name: 'اتصل بالعالم كله.' }).waitFor();
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
  expect(await page.locator('html').getAttribute('lang')).toBe('ar');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'اتصل بالعالم كله.' }).waitFor();
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
  await page.getByLabel('البلد الذي تتصل به').waitFor();
  expect(await findWrongs(page)).toEqual([]);
  for (const viewport of WIDTHS) {
    await resize(page, viewport);
    expect(await isTooWide(page)).toBe(false);
    await keepPicture(page, `landing-ar-${viewport.width}`);
  }
});

test.each(Object.entries(HEADINGS))(
  'a browser in %s is answered in it, and pages stay whole',
  async (code, heading) => {
    const page = await stage.openPage({ locale: code });
    await page.goto(`${stack.url}/pricing`);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.getByRole('table').waitFor();
    for (const viewport of WIDTHS) {
      await resize(page, viewport);
      expect(await isTooWide(page)).toBe(false);
    }
    await page.goto(`${stack.url}/register`);
    await page.getByRole('checkbox').waitFor();
    for (const viewport of WIDTHS.toReversed()) {
      await resize(page, viewport);
      expect(await isTooWide(page)).toBe(false);
      await keepPicture(page, `register-${code}-${viewport.width}`);
    }
    await page.context().close();
  },
);

test('a language chosen in the settings goes with its person to another browser', async () => {
  const page = await stage.openTab();
  const person = await enter(page, `${stack.url}/settings/preferences`);
  await page.getByRole('main').getByRole('combobox', { name: 'Language' }).selectOption('fr');
  await page.getByRole('heading', { level: 1, name: 'Réglages' }).waitFor();

  const elsewhere = await stage.openPage();
  await elsewhere.goto(`${stack.url}/login`);
  await fillSignIn(elsewhere, person);
  await elsewhere.getByRole('heading', { name: 'Appels récents' }).waitFor();
});
