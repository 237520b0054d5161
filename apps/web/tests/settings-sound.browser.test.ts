import { expect, test } from 'vitest';
import { microphonesOf, noteMicrophones } from './support/microphones.ts';
import { enter } from './support/people.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const stage = await testStage();

test('the level meter hears the microphone and lets it go', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/settings/sound`);
  await page.getByRole('button', { name: 'Test the microphone' }).click();
  // The browser's stand-in for a microphone beeps once a second.
  await page
    .locator('[data-testid="level-meter"]:is([data-word="low"], [data-word="good"], [data-word="loud"])')
    .waitFor();
  await keepPicture(page, 'settings-sound-metering');
  await page.getByRole('button', { name: 'Stop the test' }).click();
  await page.getByRole('button', { name: 'Test the microphone' }).waitFor();
  await page.getByRole('button', { name: 'Play two tones' }).click();
  await page.getByRole('button', { name: 'Play two tones' }).and(page.locator(':enabled')).waitFor();
});

test('the level meter goes on with the microphone that is chosen while it measures', async () => {
  const page = await stage.openPage();
  await noteMicrophones(page);
  await enter(page, `${stack.url}/settings/sound`);
  await page.getByRole('button', { name: 'Test the microphone' }).click();
  const stop = page.getByRole('button', { name: 'Stop the test' });
  await stop.waitFor();
  const sound = page.getByTestId('sound-settings');
  await sound.getByLabel('Microphone').selectOption({ label: 'Fake Audio Input 2' });
  await expect.poll(async () => await microphonesOf(page)).toEqual(['ended', 'on']);
  await sound.getByRole('checkbox').click();
  await expect.poll(async () => await microphonesOf(page)).toEqual(['ended', 'ended', 'on']);
  await stop.click();
  await expect.poll(async () => await microphonesOf(page)).toEqual(['ended', 'ended', 'ended']);
  // Off, it does not listen to one that is chosen then.
  await sound.getByLabel('Microphone').selectOption({ label: 'Fake Audio Input 1' });
  await page.getByRole('button', { name: 'Test the microphone' }).click();
  await expect.poll(async () => await microphonesOf(page)).toEqual(['ended', 'ended', 'ended', 'on']);
  await page.close();
});

test('a microphone that opens after its page was left is let go', async () => {
  const page = await stage.openPage();
  await page.addInitScript(() => {
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    const allowed = new Promise((resolve) => globalThis.addEventListener('allow', resolve));
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      await allowed; // As with a person who thinks before they allow it.
      return await open(constraints);
    };
  });
  await noteMicrophones(page);
  await enter(page, `${stack.url}/settings/sound`);
  await page.getByRole('button', { name: 'Test the microphone' }).dblclick();
  await page.getByRole('link', { name: 'Notifications' }).click();
  await page.getByText('My balance is low').waitFor();
  await page.evaluate(() => globalThis.dispatchEvent(new Event('allow')));
  await expect.poll(async () => await microphonesOf(page)).toEqual(['ended', 'ended']);
  await page.close();
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
