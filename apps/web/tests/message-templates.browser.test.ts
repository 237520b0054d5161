import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectWhole } from './support/looks.ts';
import { enter } from './support/people.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';

const ADA = '+447700900123';
const stage = await testStage();

/** Another device of the account changes the template with this name. */
async function changeElsewhere(page: Page, name: string, change: { text: string }): Promise<void> {
  const status = await page.evaluate(
    async ([wanted, body]) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem('farline.token')}`,
        'content-type': 'application/json',
      };
      const all = await (await fetch('/api/v1/messages/templates', { headers })).json();
      const { id } = all.items.find((one: { name: string }) => one.name === wanted);
      return (await fetch(`/api/v1/messages/templates/${id}`, { method: 'PATCH', headers, body })).status;
    },
    [name, JSON.stringify(change)] as const,
  );
  expect(status).toBe(200);
}

test('a template is kept, filled in from the contact and by its writer, changed and removed, by the keyboard alone', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/messages/${ADA}`);
  await page.evaluate(async (number) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('farline.token')}`,
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ name: 'Ada Lovelace', numbers: [{ number, label: 'mobile' }] });
    await fetch('/api/v1/contacts', { method: 'POST', headers, body });
  }, ADA);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();

  const [templates, dialog] = [page.getByRole('button', { name: 'Templates' }), page.getByTestId('templates')];
  await templates.press('Enter');
  await dialog.getByText('No templates yet.').waitFor();
  await dialog.getByRole('button', { name: 'New template' }).press('Enter');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await dialog.getByText('Give the template a name').waitFor();
  await dialog.getByLabel('Name').fill('Reminder');
  await dialog.getByLabel('Text').fill('Dear {first_name}, see you on {day}.');
  await expectWhole(page, 'template-form');
  await dialog.getByLabel('Name').press('Enter');
  await dialog.getByRole('button', { name: 'Reminder Dear' }).waitFor();
  await expectWhole(page, 'template-list');

  // Kept by somebody else of the account: it is there at once.
  await page.evaluate(async () => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('farline.token')}`,
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ name: 'Away', text: 'Back on Monday' });
    await fetch('/api/v1/messages/templates', { method: 'POST', headers, body });
  });
  await dialog.getByRole('button', { name: 'Away Back' }).waitFor();
  await dialog.getByRole('button', { name: 'Change “Away”' }).press('Enter');
  const asked = page.getByTestId('remove-template');
  await dialog.getByRole('button', { name: 'Remove' }).press('Enter');
  await expectWhole(page, 'remove-template');
  await asked.getByRole('button', { name: 'Remove' }).press('Enter');
  await dialog.getByRole('button', { name: 'Away Back' }).waitFor({ state: 'detached' });

  await dialog.getByRole('button', { name: 'Reminder Dear' }).press('Enter');
  await dialog.getByTestId('filled-template').getByText('Dear Ada, see you on {day}.').waitFor();
  await dialog.getByLabel('day').fill('Monday');
  await expectWhole(page, 'template-fill');
  await dialog.getByLabel('day').press('Enter');
  const field = page.getByRole('textbox', { name: 'Write a message' });
  await expect.poll(async () => await field.inputValue()).toBe('Dear Ada, see you on Monday.');

  await templates.press('Enter');
  await dialog.getByRole('button', { name: 'Change “Reminder”' }).press('Enter');
  await dialog.getByRole('button', { name: 'Remove' }).press('Enter');
  await asked.getByRole('button', { name: 'Remove' }).press('Enter');
  await dialog.getByText('No templates yet.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('a template that is saved by another name keeps the text that another device has saved meanwhile', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/messages/${ADA}`);
  const dialog = page.getByTestId('templates');
  await page.getByRole('button', { name: 'Templates' }).click();
  await dialog.getByRole('button', { name: 'New template' }).click();
  await dialog.getByLabel('Name').fill('Away');
  await dialog.getByLabel('Text').fill('Back on Monday');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Change “Away”' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  const asked = page.getByTestId('remove-template');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await asked.waitFor({ state: 'detached' });
  await changeElsewhere(page, 'Away', { text: 'Back on Tuesday' });
  await dialog.getByLabel('Name').fill('Out');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Out Back on Tuesday' }).waitFor();
});
