import { expect, test } from 'vitest';
import { findWrongs } from './support/axe.ts';
import { expectWhole } from './support/looks.ts';
import { enter } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';

const ADA = '+447700900123';
const stage = await testStage();

test('a conversation leads to a new contact, and by its name to the one that is there, by keyboard and at 360 px too', async () => {
  const page = await stage.openPage({ viewport: { width: 360, height: 740 } });
  await enter(page, `${stack.url}/messages/${ADA}`);
  const thread = page.getByTestId('thread');
  const dialog = page.getByTestId('contact-dialog');
  await thread.getByRole('button', { name: 'Add a contact' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Elsie Whitfield-Montgomery');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });

  const name = thread.getByRole('button', { name: 'Elsie Whitfield-Montgomery' });
  await name.focus();
  await page.keyboard.press('Enter');
  await dialog.getByRole('textbox', { name: 'Name' }).waitFor();
  expect(await findWrongs(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // Escape has left the dialog, and not the conversation.
  expect(new URL(page.url()).pathname).toBe(`/messages/${ADA}`);
  await expect.poll(async () => await thread.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  await expectWhole(page, 'messages-contact');

  await name.click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Elsie');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await thread.getByRole('button', { name: 'Elsie', exact: true }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await thread.getByRole('button', { name: 'Add a contact' }).waitFor();
  await page.context().close();
});

test('contacts are sorted by tags, which are written with commas, pressed to see who has them, and stand in the conversation', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/contacts`);
  const dialog = page.getByTestId('contact-dialog');
  const list = page.getByTestId('contact-list');
  const typeTags = async (tags: string): Promise<void> => {
    await dialog.getByRole('textbox', { name: 'Tags' }).fill(tags);
    await dialog.getByRole('button', { name: 'Save' }).click();
  };
  const add = async (name: string, number: string, tags: string): Promise<void> => {
    await page.getByRole('button', { name: 'Add a contact' }).first().click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('textbox', { name: 'Number' }).fill(number);
    await typeTags(tags);
  };
  await add('Grace Hopper', '+44 7700 900123', 'supplier, Paris, Supplier');
  await dialog.waitFor({ state: 'detached' });
  await add('Ada Lovelace', '+44 7700 900124', 'a word with more than thirty characters');
  await dialog.getByText('A tag has at most 30 characters').waitFor();
  await typeTags('paris');
  await dialog.waitFor({ state: 'detached' });

  await list.getByText('Ada Lovelace', { exact: true }).waitFor();
  const tagsOf = async (name: string) =>
    await list
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByTestId('tags')
      .getByRole('button')
      .allTextContents();
  expect(await tagsOf('Grace Hopper')).toEqual(['supplier', 'Paris']);
  await expectWhole(page, 'contacts-tagged');
  await list.getByRole('button', { name: 'Show contacts tagged supplier' }).click();
  await list.getByText('Ada Lovelace', { exact: true }).waitFor({ state: 'detached' });
  expect(await page.getByLabel('Name, number or tag').inputValue()).toBe('supplier');
  await page.getByLabel('Name, number or tag').fill('PARIS');
  await list.getByText('Ada Lovelace', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Edit Ada Lovelace' }).click();
  expect(await dialog.getByRole('textbox', { name: 'Tags' }).inputValue()).toBe('paris');
  await typeTags('');
  await list.getByText('Ada Lovelace', { exact: true }).waitFor({ state: 'detached' });

  await phoneOn(page).type('suppl');
  await page.getByTestId('people-found').getByRole('option', { name: 'Grace Hopper' }).waitFor();
  await page.goto(`${stack.url}/messages/+447700900123`);
  const thread = page.getByTestId('thread');
  await expect
    .poll(async () => await thread.getByTestId('tags').getByRole('listitem').allTextContents())
    .toEqual(['supplier', 'Paris']);
  await expectWhole(page, 'thread-tagged');
}, 120_000);

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
