import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { DIALOGS } from './support/dialogs.ts';
import { enterLongLife } from './support/long-life.ts';
import { resize, untilFilled } from './support/looks.ts';
import { phoneOn } from './support/phone.ts';
import { keepPicture, testStage } from './support/stage.ts';

/** Whatever lies over a page, a call that runs lies above it and hides nothing of it: one press mutes, and one hangs up. */

const stage = await testStage();
let page: Page;

beforeAll(async () => {
  page = await stage.openTab();
  await page.setViewportSize({ width: 1440, height: 800 });
  await enterLongLife(page);
  const phone = phoneOn(page);
  await phone.open();
  await phone.type('+447700900123');
  await phone.readQuote();
  await phone.call();
  await phone.reaches('in-call');
  await phone.root.getByRole('button', { name: 'Close the phone' }).click();
});

describe.each([
  { width: 360, stands: 'in its bar' },
  { width: 1440, stands: 'in its bar' },
  { width: 1100, stands: 'pinned' },
])('with a call $stands on $width px', ({ width, stands }) => {
  beforeAll(async () => {
    await resize(page, { width, height: 760 });
    if (stands !== 'pinned') return;
    await page.getByTestId('call-bar').getByRole('button', { name: 'Open the phone' }).click();
    await page.getByTestId('pin-phone').click();
  });

  // The menu is drawn over narrow pages alone.
  test.each(DIALOGS.filter(([name]) => name !== 'menu' || width < 1024))(
    'one press mutes and one hangs up over what lies over a page: %s',
    async (name, path, open) => {
      await goWithin(page, path);
      await open(page);
      await page.getByRole('dialog').waitFor();
      const mute = page.getByTestId('mute').or(page.getByTestId('bar-mute'));
      // In words on the one, and as the name of the other.
      const named = async () => [await mute.textContent(), await mute.getAttribute('aria-label')];
      const before = await named();
      await mute.click();
      expect(await named()).not.toEqual(before);
      await page.getByTestId('hang-up').or(page.getByTestId('bar-hang-up')).click({ trial: true });
      expect(await hiddenByCall(page)).toEqual([]);
      await keepPicture(page, `call-over-${name}-${width}`);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  );
});

test('after all of them the call still runs, and ends by one press', async () => {
  await phoneOn(page).reaches('in-call');
  await phoneOn(page).hangUp();
  await phoneOn(page).reaches('ended');
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});

/** Leads to another page as its links do: a new document would end the call. */
async function goWithin(on: Page, path: string): Promise<void> {
  await on.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await on.waitForFunction(() => document.querySelector('h1') !== null);
  await untilFilled(on);
}

/** What can be read, pressed or filled in over the page and lies in part under the call, however far it is scrolled. */
async function hiddenByCall(on: Page): Promise<string[]> {
  return await on.evaluate(async () => {
    const dialog = document.querySelector('[role="dialog"]');
    if (dialog === null) return ['the dialog itself'];
    await Promise.allSettled(dialog.getAnimations({ subtree: true }).map(async ({ finished }) => await finished));
    const call = document.querySelector('[data-testid="call-bar"], [data-testid="phone"]')?.getBoundingClientRect();
    if (call === undefined) return ['no call is to be seen'];
    return [...dialog.querySelectorAll('button, a, input, textarea, select, :not(:has(*))')].flatMap((one) => {
      one.scrollIntoView({ block: 'center' });
      const { left, right, top, bottom, width } = one.getBoundingClientRect();
      const isUnder = left < call.right && right > call.left && top < call.bottom && bottom > call.top;
      return width > 1 && isUnder ? [one.getAttribute('aria-label') ?? `${one.tagName} ${one.textContent}`] : [];
    });
  });
}
