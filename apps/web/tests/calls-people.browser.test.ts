import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findWrongs } from './support/axe.ts';
import { walkLayout } from './support/layout-walk.ts';
import { resize } from './support/looks.ts';
import { enter } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

/** The people of the calls, and the thread of each. */

const stage = await testStage();
const GRACE = '+447700900123';
const BUSY = '+447700900001';

async function call(page: Page, number: string): Promise<void> {
  const phone = phoneOn(page);
  await phone.type(number);
  await phone.readQuote();
  await phone.call();
  if ((await phone.reaches('in-call', 'ended')) === 'in-call') await phone.hangUp();
  await phone.reaches('ended');
  await page.keyboard.press('Escape');
  await phone.reaches('idle');
}

const people = (page: Page) => page.getByTestId('people-list').locator('[data-peer]');
const peersOf = async (page: Page) =>
  await people(page).evaluateAll((lines) => lines.map((line) => (line as HTMLElement).dataset['peer']));

test('each person called is one line that leads to one thread of every call and note, at an address that is there after a reload', async () => {
  const page = await stage.openTab();
  await page.setViewportSize({ width: 1600, height: 900 });
  await enter(page, `${stack.url}/calls`);
  await page.getByRole('heading', { name: 'Nobody here yet' }).waitFor();
  await call(page, GRACE);
  await call(page, BUSY);
  await call(page, GRACE);

  await expect.poll(async () => await peersOf(page)).toEqual([GRACE, BUSY]);
  expect(await people(page).first().textContent()).toContain('2 calls');
  await people(page).first().click();
  const thread = page.getByTestId('thread');
  await expect.poll(async () => await thread.getByTestId('thread-call').count()).toBe(2);
  await thread.getByTestId('call-peer').getByText('· $0.018/min').waitFor();
  await thread.getByRole('button', { name: 'Note' }).click();
  const dialog = page.getByTestId('note-dialog');
  await dialog.getByRole('textbox').fill('Prefers mornings.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await thread.getByTestId('thread-note').getByText('Prefers mornings.').waitFor();
  expect(await findWrongs(page)).toEqual([]);
  expect(await walkLayout(page, 'calls as people')).toEqual({});
  await keepPicture(page, 'calls-people-1600');

  expect(new URL(page.url()).searchParams.get('with')).toBe(GRACE);
  await page.reload();
  await thread.getByTestId('thread-note').getByText('Prefers mornings.').waitFor();
  await page.getByLabel('Number or name').fill('900001');
  await expect.poll(async () => await peersOf(page)).toEqual([BUSY]);
  expect(new URL(page.url()).searchParams.get('q')).toBe('900001');
  await thread.getByTestId('call-peer').focus();
  await page.keyboard.press('Escape');
  await thread.waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('q')).toBe('900001');
});

test('on a telephone the handset stands in the middle of the button that calls', async () => {
  const page = await stage.openPage({ viewport: { width: 360, height: 740 } });
  await enter(page, `${stack.url}/messages/${GRACE}`);
  const button = page.getByTestId('call-peer');
  await button.waitFor();
  const off = await button.evaluate((one) => {
    const middleOf = (part: Element): number => {
      const { left, right } = part.getBoundingClientRect();
      return (left + right) / 2;
    };
    return Math.abs(middleOf(one) - middleOf(one.querySelector('svg') ?? one.ownerDocument.body));
  });
  expect(off).toBeLessThanOrEqual(1);
  await page.context().close();
});

test('how the calls are shown has an address, and is as it was chosen last', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/calls`);
  await call(page, BUSY);
  await people(page).first().waitFor();
  await page.getByRole('radio', { name: 'All calls' }).click();
  await page.getByTestId('call-list').waitFor();
  expect(new URL(page.url()).searchParams.get('view')).toBe('all');

  await page.goto(`${stack.url}/dashboard`);
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Calls', exact: true }).click();
  await page.getByTestId('call-list').waitFor();
  await page.goto(`${stack.url}/calls?view=people`);
  await people(page).first().waitFor();
  await page.goto(`${stack.url}/calls?status=failed`);
  await page.getByTestId('call-list').waitFor();
});

test('on a desk a person who is pointed at, or reached by keyboard, can be called and copied from there', async () => {
  const page = await stage.openTab();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, `${stack.url}/calls`);
  await call(page, BUSY);
  const row = people(page).first();
  const actions = page.getByTestId('row-actions').first();
  const shown = async () => Number(await actions.evaluate((one) => getComputedStyle(one).opacity));
  await page.getByRole('heading', { level: 1 }).hover();
  await expect.poll(shown).toBe(0);
  await row.hover();
  await expect.poll(shown).toBe(1);
  expect((await actions.getByRole('button').first().boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await keepPicture(page, 'row-actions-1600');
  // Nothing that says when it was is longer.
  await row.locator('time').evaluate((time) => {
    time.textContent = 'Yesterday';
  });
  for (const width of [1024, 1280, 1440, 1600]) {
    await resize(page, { width, height: 900 });
    await row.hover();
    // One line, and nothing of the number lies under the buttons.
    expect((await row.boundingBox())?.height, `${width} px`).toBeLessThanOrEqual(46);
    const [number, buttons] = [await row.locator('bdi').boundingBox(), await actions.boundingBox()];
    expect((number?.x ?? 0) + (number?.width ?? 0), `${width} px`).toBeLessThanOrEqual(buttons?.x ?? 0);
    expect(await row.locator('bdi').evaluate((one) => one.scrollWidth > one.clientWidth), `${width} px`).toBe(false);
  }
  await actions.getByRole('button', { name: /^Copy/ }).click();
  expect(await page.evaluate(async () => await navigator.clipboard.readText())).toBe(BUSY);
  await page.getByRole('heading', { level: 1 }).click();
  await expect.poll(shown).toBe(0);
  await row.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect.poll(shown).toBe(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await phoneOn(page).reaches('ended');

  await row.hover();
  await actions.getByRole('link', { name: /^Note/ }).click();
  const note = page.getByTestId('note-dialog');
  await note.getByRole('textbox').fill('Engaged in the mornings.');
  await note.getByRole('button', { name: 'Save' }).click();
  await note.waitFor({ state: 'detached' });
  await page.getByTestId('thread').getByTestId('thread-note').getByText('Engaged in the mornings.').waitFor();
  expect(new URL(page.url()).hash).toBe('');
  await page.goto(`${stack.url}/calls?view=all`);
  const line = page.getByTestId('call-list').getByRole('listitem').first();
  await line.hover();
  expect((await line.boundingBox())?.height).toBeLessThanOrEqual(46);
  await line.getByTestId('row-actions').getByRole('link', { name: /^Note/ }).click();
  await expect.poll(async () => await note.getByRole('textbox').inputValue()).toBe('Engaged in the mornings.');
});

test('on a telephone the people or the thread of one of them has the window, and whoever goes back is where they were', async () => {
  const page = await stage.openTab();
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(page, `${stack.url}/calls`);
  const phone = phoneOn(page);
  await phone.open();
  await phone.type(BUSY);
  await phone.call();
  await phone.reaches('ended');
  await page.goto(`${stack.url}/calls`);
  await people(page).first().waitFor();
  expect(await walkLayout(page, 'people on a telephone')).toEqual({});
  await keepPicture(page, 'calls-people-360');
  await people(page).first().click();
  await page.getByTestId('thread').getByTestId('thread-call').waitFor();
  expect(await people(page).first().isVisible()).toBe(false);
  expect(await walkLayout(page, 'thread on a telephone')).toEqual({});
  await keepPicture(page, 'calls-thread-360');
  await page.getByRole('link', { name: 'All people' }).click();
  await expect
    .poll(
      async () =>
        await people(page)
          .first()
          .evaluate((line) => line === document.activeElement),
    )
    .toBe(true);
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});

test('a finger that taps the end of a row, where the buttons will be, opens it and calls nobody', async () => {
  const page = await stage.openPage({ hasTouch: true, viewport: { width: 1600, height: 900 } });
  await enter(page, `${stack.url}/calls`);
  await call(page, BUSY);
  await people(page).first().waitFor();
  const buttons = await page
    .getByTestId('row-actions')
    .first()
    .getByRole('button', { includeHidden: true })
    .first()
    .boundingBox();
  await page.touchscreen.tap((buttons?.x ?? 0) + 10, (buttons?.y ?? 0) + 20);
  await page.getByTestId('thread').waitFor();
  expect(new URL(page.url()).searchParams.get('with')).toBe(BUSY);
  expect(await phoneOn(page).root.getAttribute('data-state')).toBe('idle');
  await page.context().close();
});

test('the heading and the switch of views stay where they are when the view changes, and a row’s actions cut no figure', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/calls?view=all`);
  await call(page, GRACE);
  const placesOf = async () => ({
    heading: await page.getByRole('heading', { level: 1 }).boundingBox(),
    choice: await page.getByRole('group', { name: 'Calls shown as' }).boundingBox(),
  });
  const row = page.getByTestId('call-list').locator('li').first();
  for (const width of [1280, 1600]) {
    await resize(page, { width, height: 900 });
    await page.getByRole('radio', { name: 'All calls' }).click();
    await row.waitFor();
    const all = await placesOf();
    await row.hover();
    const [actions, figures] = [row.getByTestId('row-actions'), row.locator('span.figures')];
    await expect.poll(async () => await actions.evaluate((one) => getComputedStyle(one).opacity)).toBe('1');
    const begins = (await actions.boundingBox())?.x ?? 0;
    for (const figure of await figures.all()) {
      expect((await figure.boundingBox())?.x, `${await figure.textContent()} at ${width} px`).toBeGreaterThanOrEqual(
        begins,
      );
    }
    await page.getByRole('radio', { name: 'People' }).click();
    await people(page).first().waitFor();
    expect(await placesOf(), `${width} px`).toEqual(all);
  }
});
