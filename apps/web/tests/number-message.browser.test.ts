import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callIn, ownNumber } from './support/calls-in.ts';
import { expectWhole, untilFilled } from './support/looks.ts';
import { enter } from './support/people.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';

/** Steps that ring nothing: a message, voicemail and busy, chosen by the page and heard by real callers. */

const stage = await testStage();
const PATIENCE = { timeout: 30_000, interval: 200 };
const WORDS = 'We’re on holiday until Monday.';

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByTestId('rule-saving').waitFor({ state: 'detached' });
}

async function tried(page: Page, sentence: string): Promise<void> {
  await page.getByTestId('rule-test').getByRole('button', { name: 'Try' }).click();
  await page.getByTestId('rule-tested').getByText(sentence).first().waitFor();
}

test('a message by itself is written, checked, tried, saved and heard; then busy takes its place', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/numbers`);
  const number = await ownNumber(page);
  await page.getByRole('link', { name: /^What happens when it’s called/ }).click();
  const open = page.getByTestId('rule-open');
  await open.getByRole('radio', { name: 'Message', exact: true }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByTestId('rule-saving').getByText('Write what callers hear. It’s marked above.').waitFor();
  await open.getByLabel('What callers hear').fill(WORDS);
  await tried(page, `“${WORDS}”, and the call ends`);
  await untilFilled(page);
  await expectWhole(page, 'number-message');
  await save(page);
  await page.reload();
  expect(await open.getByLabel('What callers hear').inputValue()).toBe(WORDS);

  const hears = await callIn(number, '+447700900555');
  await expect.poll(async () => (await hears.record()).endedBy, PATIENCE).toBe('callee');
  expect(await hears.record()).toMatchObject({ status: 200 });

  await open.getByRole('radio', { name: 'Busy', exact: true }).check();
  await tried(page, 'It doesn’t ring: the caller hears the busy tone.');
  await save(page);
  const busy = await callIn(number, '+447700900555');
  await expect.poll(async () => (await busy.record()).status, PATIENCE).toBe(486);
});

test('a message, or busy, follows where nobody has answered', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/numbers`);
  const number = await ownNumber(page);
  await page.getByRole('link', { name: /^What happens when it’s called/ }).click();
  await page.getByTestId('rule-open').getByRole('checkbox', { name: 'Open Farline pages' }).uncheck();
  const unanswered = page.getByTestId('rule-unanswered');
  await unanswered.getByRole('radio', { name: 'Busy', exact: true }).check();
  await tried(page, 'If nobody answers, the caller hears the busy tone.');
  await save(page);
  const busy = await callIn(number, '+447700900555');
  await expect.poll(async () => (await busy.record()).status, PATIENCE).toBe(486);

  await unanswered.getByRole('radio', { name: 'Message', exact: true }).check();
  await unanswered.getByLabel('What callers hear').fill(WORDS);
  await tried(page, 'nothing rings, and the caller hears your message at once.');
  await save(page);
  const hears = await callIn(number, '+447700900555');
  await expect.poll(async () => (await hears.record()).endedBy, PATIENCE).toBe('callee');
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
