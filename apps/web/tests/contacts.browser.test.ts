import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findWrongs } from './support/axe.ts';
import { expectWhole, resize } from './support/looks.ts';
import { enter } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const stage = await testStage();

/** What is wrong stands at its field alone; and a form can be left. */
async function tryWrongNumber(dialog: Locator): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Grace Hopper');
  await dialog.getByRole('textbox', { name: 'Number' }).fill('+44 12');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.locator('[aria-invalid="true"]').waitFor();
  expect(await dialog.getByTestId('form-error').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** The form reads a number as the phone does, and says how where it is typed otherwise. */
async function seeNumberRead(dialog: Locator): Promise<void> {
  const field = dialog.getByRole('textbox', { name: 'Number' });
  await field.fill('312 555 0123');
  await dialog.getByText('We read this as +1 312 555 0123.').waitFor();
  await dialog.locator('img[src="/flags/US.svg"]').waitFor();
  await keepPicture(dialog.page(), 'contact-number-read');
  await field.fill('+44 7700 900123');
  await dialog.locator('img[src="/flags/GB.svg"]').waitFor();
  expect(await dialog.getByText('We read this as').count()).toBe(0);
}

/** Grace Hopper is found by her name in the phone, which names her and says what a call costs; words are dialled by their keys. */
async function findInPhone(page: Page): Promise<void> {
  const phone = phoneOn(page);
  await phone.type('hopp');
  await page.getByTestId('people-found').getByRole('option', { name: 'Grace Hopper' }).waitFor();
  await keepPicture(page, 'phone-people-found');
  await phone.field.press('Enter');
  await page.getByTestId('known-as').getByText('Grace Hopper').waitFor();
  await expect
    .poll(async () => await page.getByTestId('call-button').textContent())
    .toMatch(/^Call · \$0\.\d{2,4}\/min$/);
  await keepPicture(page, 'phone-known-number');
  await phone.type('1-800-FLOWERS');
  await phone.root.getByText('Dialled as +1 800 356 9377').waitFor();
  await phone.type('');
}

test('a contact is made, found, called by name, favoured, changed, deleted and brought back', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/dashboard`);
  await page.getByRole('link', { name: 'Contacts', exact: true }).click();
  await page.getByText('No contacts yet').waitFor();
  await page.getByRole('button', { name: 'Add a contact' }).first().click();
  const dialog = page.getByTestId('contact-dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Name is required').waitFor();
  await tryWrongNumber(dialog);
  await page.getByRole('button', { name: 'Add a contact' }).first().click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Grace Hopper');
  await seeNumberRead(dialog);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });

  const list = page.getByTestId('contact-list');
  await list.getByText('Grace Hopper', { exact: true }).waitFor();
  await expectWhole(page, 'contacts-filled');
  await page.getByLabel('Name, number or tag').fill('7700');
  await list.getByText('Grace Hopper', { exact: true }).waitFor();
  await page.getByLabel('Name, number or tag').fill('Nobody');
  await page.getByText('No contact matches.').waitFor();

  const phone = phoneOn(page);
  await findInPhone(page);
  await page.getByTestId('speed-dial').getByRole('button', { name: 'Grace Hopper' }).click();
  await phone.readQuote();
  await phone.call();
  await phone.reaches('in-call');
  expect(await phone.root.textContent()).toContain('Grace Hopper');
  await phone.hangUp();
  await phone.readEnd();
  await page.getByRole('link', { name: 'Calls', exact: true }).click();
  expect(await page.getByTestId('people-list').locator('li').first().textContent()).toContain('Grace Hopper');

  await page.getByRole('link', { name: 'Contacts', exact: true }).click();
  await list.getByRole('button', { name: 'Edit Grace Hopper' }).click();
  expect(await dialog.getByRole('textbox', { name: 'Number' }).inputValue()).toBe('+44 7700 900123');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No contacts yet').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await list.getByText('Grace Hopper', { exact: true }).waitFor();
});

test.each([360, 390])(
  'on a telephone %d px wide names are there to be read, with a call and a text one press away',
  async (width) => {
    const page = await stage.openTab();
    await page.setViewportSize({ width, height: 740 });
    await enter(page, `${stack.url}/contacts`);
    const people = [
      ['Elsie Whitfield', '+447700900123'],
      ['Elsie Whitfield-Montgomery', '+2348031234567'],
    ] as const;
    for (const [name, number] of people) {
      await page.getByRole('button', { name: 'Add a contact' }).first().click();
      const dialog = page.getByTestId('contact-dialog');
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
      await dialog.getByRole('textbox', { name: 'Number' }).fill(number);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    const list = page.getByTestId('contact-list');
    await expect.poll(async () => await list.locator('li').count()).toBeGreaterThan(2);
    await keepPicture(page, `contacts-${width}`);
    await list.getByText('Elsie Whitfield-Montgomery', { exact: true }).waitFor();
    for (const [name] of people) {
      const isWhole = await list
        .getByText(name, { exact: true })
        .evaluate((shown) => shown.scrollWidth <= shown.clientWidth);
      expect(isWhole, name).toBe(true);
    }

    const text = list.getByRole('link', { name: 'Text Elsie Whitfield-Montgomery' });
    const [within, around] = [await text.boundingBox(), await list.boundingBox()];
    expect((within?.x ?? 0) + (within?.width ?? 0)).toBeLessThanOrEqual((around?.x ?? 0) + (around?.width ?? 0));
    await list.getByRole('button', { name: /^Call Elsie Whitfield:/ }).click();
    await phoneOn(page).reaches('in-call');
    await phoneOn(page).hangUp();
  },
);

test('a contact that cannot be deleted says so, and one that cannot be brought back can be tried again', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/contacts`);
  let refused = '';
  await page.route(/\/api\/v1\/contacts(\/[^/]+)?$/, async (route) => {
    if (route.request().method() === refused) await route.fulfill({ status: 500, body: '' });
    else await route.continue();
  });
  await page.getByRole('button', { name: 'Add a contact' }).first().click();
  const dialog = page.getByTestId('contact-dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Grace Hopper');
  await dialog.getByRole('textbox', { name: 'Number' }).fill('+44 7700 900123');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });

  const list = page.getByTestId('contact-list');
  await list.getByRole('button', { name: 'Edit Grace Hopper' }).click();
  refused = 'DELETE';
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText('The contact couldn’t be deleted').waitFor();
  refused = 'POST';
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No contacts yet').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  const failed = page.locator('[data-sonner-toast]', { hasText: 'An unexpected error occurred' });
  await failed.waitFor();
  refused = '';
  await failed.getByRole('button', { name: 'Undo' }).click();
  await list.getByText('Grace Hopper', { exact: true }).waitFor();
});

test('a contact that is saved late closes no other that was opened meanwhile, and says so where it was not saved', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/contacts`);
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/v1/contacts', async (route) => {
    if (route.request().method() !== 'POST') return await route.continue();
    await answered;
    await route.fulfill({ status: 503, json: { code: 'too_busy', message: 'Not now.' } });
  });
  const dialog = page.getByTestId('contact-dialog');
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await page.getByRole('button', { name: 'Add a contact' }).first().click();
  await name.fill('Grace Hopper');
  await dialog.getByRole('textbox', { name: 'Number' }).fill('+44 7700 900123');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Saving' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add a contact' }).first().click();
  await name.fill('Ada Lovelace');
  answer();
  await page.getByText('Not now.').waitFor();
  expect(await dialog.getByText('Not now.').count()).toBe(0);
  expect(await name.inputValue()).toBe('Ada Lovelace');
});

test('contacts come along in a file, and a line that cannot be read costs no other', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/contacts`);
  const vcard = ['BEGIN:VCARD', 'VERSION:3.0', 'FN:Ada King', 'TEL;TYPE=CELL:+447700900124', 'END:VCARD', ''].join(
    '\r\n',
  );
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'book.vcf', mimeType: 'text/vcard', buffer: Buffer.from(vcard) });
  await page.getByTestId('import-report').getByText('1 contact added').waitFor();
  await page.getByTestId('contact-list').getByText('Ada King', { exact: true }).waitFor();
});

test('the history is narrowed down in the address bar, explains each call, and is saved as CSV', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/dashboard`);
  const phone = phoneOn(page);
  for (const number of ['+447700900123', '+447700900001']) {
    await phone.type(number);
    await phone.call();
    if (number.endsWith('0123')) {
      await phone.reaches('in-call');
      await page.locator('[data-testid="quality"][data-bars="4"]').waitFor();
      await phone.hangUp();
    }
    await phone.reaches('ended');
    await phone.readEnd();
    await page.getByRole('button', { name: 'Another number' }).click();
  }
  await page.goto(`${stack.url}/calls?status=failed`);
  await page.getByText('1 call', { exact: true }).waitFor();
  await page.getByLabel('Status').waitFor();
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  await page.getByLabel('Status').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await page.getByText('2 calls', { exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe('?view=all');
  await page.getByLabel('Number or name').fill('900001');
  await page.getByText('1 call', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await page.getByText('2 calls', { exact: true }).waitFor();
  expect(await page.getByLabel('Number or name').inputValue()).toBe('');
  await page.getByLabel('Number or name').fill('900123');
  await page.getByText('1 call', { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get('q')).toBe('900123');

  await openDetails(page);
  const detail = page.getByTestId('call-detail').first();
  await detail.getByText('Technical details').click();
  for (const part of ['What happened', 'Route', 'How we worked it out', 'How it sounded']) {
    await detail.getByText(part).waitFor();
  }
  expect(await detail.textContent()).toMatch(/You dialled.*It rang.*Answered.*You hung up/);
  const actions = detail.getByTestId('call-actions');
  expect(await actions.getByRole('link', { name: 'Send a text' }).getAttribute('href')).toBe('/messages/+447700900123');
  await actions.getByRole('button', { name: 'Add a contact' }).click();
  const dialog = page.getByTestId('contact-dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Grace Hopper');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await actions.getByText('In your contacts: Grace Hopper').waitFor();
  expect(await actions.getByRole('button', { name: 'Add a contact' }).count()).toBe(0);
  await actions.getByRole('button', { name: 'Call again' }).waitFor();
  expect(await findWrongs(page)).toEqual([]);
  await keepPicture(page, 'calls-detail');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await download).suggestedFilename()).toBe('farline-calls.csv');
  await expectRoom(page);
});

/** Opens the first call's details, where they have no room beside the list; they are there after a reload, and closed by Esc. */
async function openDetails(page: Page): Promise<void> {
  await resize(page, { width: 1200, height: 900 });
  const line = page.getByTestId('call-list').getByRole('button').first();
  await line.click();
  await page.getByTestId('call-detail').waitFor();
  await page.reload();
  await page.getByTestId('call-detail').waitFor();
  await line.press('Escape');
  await page.getByTestId('call-detail').waitFor({ state: 'detached' });
  await line.press('Enter');
}

/** Where the phone would take the room of the page, it waits behind its button, and details stand beside the list. */
async function expectRoom(page: Page): Promise<void> {
  await resize(page, { width: 1280, height: 720 });
  await page.getByTestId('open-phone').waitFor();
  await page.waitForFunction(() => (document.querySelector('main')?.clientWidth ?? 0) > 960);
  const list = await page.getByTestId('call-list').boundingBox();
  const detail = await page.getByTestId('call-detail').boundingBox();
  expect(detail?.x).toBeGreaterThan((list?.x ?? 0) + (list?.width ?? 0));
  await keepPicture(page, 'calls-detail-1280');
}

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
