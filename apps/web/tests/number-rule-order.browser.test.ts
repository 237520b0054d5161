import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectWhole, untilFilled } from './support/looks.ts';
import { enter } from './support/people.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';

const stage = await testStage();

const DESK = 'Desk';
const KITCHEN = 'Telephone in the kitchen on the second floor';

/** Somebody with two SIP phones, at the rule of their number. */
async function atRule(): Promise<Page> {
  const page = await stage.openTab();
  const { email, password } = await enter(page, `${stack.url}/numbers`);
  const { request } = page.context();
  const signedIn = await request.post(`${stack.url}/api/v1/auth/login`, { data: { email, password } });
  const { token } = (await signedIn.json()) as { token: string };
  for (const name of [DESK, KITCHEN]) {
    const added = await request.post(`${stack.url}/api/v1/settings/sip-phones`, {
      data: { name, password },
      headers: { authorization: `Bearer ${token}` },
    });
    expect(added.ok(), await added.text()).toBe(true);
  }
  await page.getByRole('link', { name: /^What happens when it’s called/ }).click();
  await page.getByTestId('rule-open').waitFor();
  return page;
}

/** Chooses one of a few by the keyboard. */
async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('radio', { name, exact: true }).focus();
  await page.keyboard.press('Space');
}

async function says(page: Page, sentence: string): Promise<void> {
  await page.getByRole('button', { name: 'Try', exact: true }).press('Enter');
  await page.getByTestId('rule-tested').getByText(sentence, { exact: true }).waitFor();
}

test('phones and pages ring one after another, in an order that is made by the keyboard, saved and told by the tester', async () => {
  const page = await atRule();
  const open = page.getByTestId('rule-open');
  const lines = open.getByRole('list', { name: 'In this order' }).getByRole('listitem');
  const order = async () => (await lines.allTextContents()).map((line) => line.replace(/^\d+\./, ''));
  await choose(page, 'One after another');
  expect(await order()).toEqual(['Open Farline pages', 'All SIP phones, including ones added later']);
  await open.getByRole('checkbox', { name: /^All SIP phones/ }).press('Space');
  expect(await order()).toEqual(['Open Farline pages', DESK, KITCHEN]);

  await open.getByRole('button', { name: `Move up: ${KITCHEN}` }).press('Enter');
  await open.getByRole('button', { name: 'Move down: Open Farline pages' }).press('Enter');
  expect(await order()).toEqual([KITCHEN, 'Open Farline pages', DESK]);
  await open.getByLabel('Seconds each').fill('15');
  const sentence = `One after another, 15 s each: ${KITCHEN}, Open Farline pages, ${DESK}`;
  await says(page, sentence);
  await untilFilled(page);
  await expectWhole(page, 'number-rule-order');

  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await page.getByTestId('rule-saving').waitFor({ state: 'detached' });
  await page.reload();
  await lines.first().waitFor();
  expect(await order()).toEqual([KITCHEN, 'Open Farline pages', DESK]);
  expect(await open.getByLabel('Seconds each').inputValue()).toBe('15');
  await says(page, sentence);

  await open.getByRole('checkbox', { name: KITCHEN }).press('Space');
  expect(await order()).toEqual(['Open Farline pages', DESK]);
});

test('whoever has been idle longest rings first, and together again is as before', async () => {
  const page = await atRule();
  const open = page.getByTestId('rule-open');
  await choose(page, 'Longest idle first');
  await open.getByText('Whoever is on a call comes last.').waitFor();
  expect(await open.getByRole('list', { name: 'In this order' }).count()).toBe(0);
  await says(
    page,
    `One after another, 20 s each, whoever has been idle longest first: Open Farline pages, ${DESK}, ${KITCHEN}`,
  );
  await open.getByLabel('Seconds each').fill('4');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await page.getByText('Let it ring for 5 to 60 seconds').first().waitFor();

  await choose(page, 'Together');
  await says(page, `What rings: Open Farline pages, ${DESK}, ${KITCHEN}`);
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await page.getByTestId('rule-saving').waitFor({ state: 'detached' });
  expect(await open.getByLabel('Seconds each').count()).toBe(0);
});

test('the tester says who is online now, and what comes at once where that is nobody', async () => {
  const page = await atRule();
  const reached = async () => {
    await page.getByRole('button', { name: 'Try', exact: true }).press('Enter');
    return await page.getByTestId('reached-now').textContent();
  };
  const online = 'Online now: Open Farline pages. The caller hears ringing for up to 60 seconds.';
  await expect.poll(reached, { timeout: 30_000, interval: 500 }).toBe(online);
  await untilFilled(page);
  await expectWhole(page, 'number-rule-reached');

  await page.getByTestId('rule-open').getByRole('checkbox', { name: 'Open Farline pages' }).uncheck();
  const nobody = 'Nobody’s phone or page is online now: nothing rings, and ';
  await expect.poll(reached).toBe(`${nobody}the caller hears that nobody’s there.`);
  await page.getByTestId('rule-unanswered').getByRole('radio', { name: 'Voicemail' }).check();
  await expect.poll(reached).toBe(`${nobody}the caller reaches voicemail at once.`);
});

test('no page complained', () => {
  expect(stage.complaints.filter((each) => !each.includes('400'))).toEqual([]);
});
