import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { layoutBreaches } from './support/layout.ts';
import { enter } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const stage = await testStage();
const bar = (page: Page) => page.getByTestId('bottom-bar');

async function onTelephone(path: string): Promise<Page> {
  const page = await stage.openTab();
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(page, stack.url + path);
  await bar(page).waitFor();
  return page;
}

test('on a telephone the bar at the foot leads to calls, contacts, messages and billing, and opens the phone', async () => {
  const page = await onTelephone('/dashboard');
  for (const [name, path] of [
    ['Calls', '/calls'],
    ['Contacts', '/contacts'],
    ['Messages', '/messages'],
    ['Billing', '/billing'],
  ] as const) {
    const place = bar(page).getByRole('link', { name, exact: true });
    await place.click();
    await page.waitForURL(`**${path}`);
    await expect.poll(async () => await place.getAttribute('aria-current')).toBe('page');
    const box = await place.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await bar(page).getByRole('button', { name: 'Open the phone' }).click();
  await phoneOn(page).reaches('idle');
  await phoneOn(page).root.getByRole('button', { name: 'Close the phone' }).click();
  await page.emulateMedia({ colorScheme: 'light' });
  await keepPicture(page, 'bottom-bar-360-light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await keepPicture(page, 'bottom-bar-360-dark');
});

test('the bar gives way to a thread and its field, and where there is room for more', async () => {
  const page = await onTelephone('/messages');
  await page.goto(`${stack.url}/messages/+447700900123`);
  await page.getByRole('main').getByRole('textbox').last().waitFor();
  expect(await bar(page).isVisible()).toBe(false);
  await page.goto(`${stack.url}/calls`);
  await bar(page).waitFor();
  await page.setViewportSize({ width: 640, height: 740 });
  await bar(page).waitFor({ state: 'detached' });
  await page.getByTestId('open-phone').waitFor();
});

test('in a call the bar lies over the bar of the call; hung up there, the call says how long it was and what it cost', async () => {
  const page = await onTelephone('/dashboard');
  const phone = phoneOn(page);
  await phone.open();
  await phone.type('+447700900123');
  await phone.call();
  await phone.reaches('in-call');
  await phone.root.getByRole('button', { name: 'Close the phone' }).click();
  const call = page.getByTestId('call-bar');
  await call.waitFor();
  await bar(page).getByRole('link', { name: 'Contacts' }).click();
  await page.waitForURL('**/contacts');
  const [above, below] = [await bar(page).boundingBox(), await call.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  await keepPicture(page, 'bottom-bar-in-call-360');

  await page.getByTestId('bar-hang-up').click();
  const ended = page.getByTestId('ended-bar');
  await ended.getByText(/^0:\d\d · (\$|No charge)/).waitFor();
  // What they want to keep of it is one press away, too.
  expect(await layoutBreaches(page)).toEqual([]);
  await keepPicture(page, 'ended-bar-360');
  await ended.getByRole('button', { name: 'Note', exact: true }).click();
  const note = page.getByRole('dialog', { name: 'Note' });
  await note.getByRole('textbox').fill('Asked about the invoice');
  await note.getByRole('button', { name: 'Save' }).click();
  await ended.getByText('Asked about the invoice').waitFor();
  await ended.getByRole('button', { name: 'Add a contact' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await ended.getByRole('button', { name: '+44 7700 900123' }).click();
  await phone.reaches('ended');
  await phone.root.getByRole('button', { name: 'Close the phone' }).click();
  await ended.waitFor({ state: 'detached' });
  await phone.open();
  await phone.reaches('idle');
});
