import { expect, test } from 'vitest';
import { findWrongs } from './support/axe.ts';
import { expectWhole } from './support/looks.ts';
import { enter } from './support/people.ts';
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

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
