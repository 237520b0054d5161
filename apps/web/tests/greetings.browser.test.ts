import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callIn, ownNumber } from './support/calls-in.ts';
import { expectWhole, untilFilled } from './support/looks.ts';
import { microphonesOf, noteMicrophones } from './support/microphones.ts';
import { enter, type Person, signIn, somebody } from './support/people.ts';
import { stack } from './support/stack.ts';
import { openStage, type Stage } from './support/stage.ts';
import { writeToneWav } from './support/tone-wav.ts';

/** Somebody records, uploads and writes greetings, and callers hear the one that their number chose. */

const TONE_HZ = 740;
let stage: Stage;
let folder: string;
let wav: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farline-greetings-'));
  const microphoneWav = join(folder, 'tone.wav');
  await writeToneWav(microphoneWav, { hertz: TONE_HZ, seconds: 4 });
  wav = await readFile(microphoneWav);
  stage = await openStage({ microphoneWav });
});
afterAll(async () => {
  await stage?.close();
  await rm(folder, { recursive: true, force: true });
});

const PATIENCE = { timeout: 30_000, interval: 200 };
const lines = (page: Page) => page.getByTestId('greeting');
const nameOf = (page: Page) => page.getByTestId('add-greeting').getByLabel('Name', { exact: true });
const save = async (page: Page) => await page.getByTestId('add-greeting').getByRole('button', { name: 'Save' }).click();

/** A page with the numbers of somebody new, who is about to add a greeting. */
async function atGreetings(person: Person = somebody()): Promise<Page> {
  const page = await stage.openPage();
  await noteMicrophones(page);
  await enter(page, `${stack.url}/numbers`, person);
  await page.getByText('No greetings yet').waitFor();
  await page.getByRole('button', { name: 'Add a greeting' }).click();
  return page;
}

async function upload(page: Page, file: { name: string; buffer: Buffer }): Promise<void> {
  await page.getByRole('radio', { name: 'Upload' }).check();
  await page.getByLabel('Choose a sound file').setInputFiles({ ...file, mimeType: 'audio/wav' });
}

test('somebody records a greeting, hears it, records it again, saves it, and callers hear it', async () => {
  const page = await atGreetings();
  const to = await ownNumber(page);
  await page.getByRole('button', { name: 'Start recording' }).click();
  const level = async () => Number(await page.getByRole('meter').getAttribute('aria-valuenow'));
  await expect.poll(level, PATIENCE).toBeGreaterThan(30);
  await page.getByText('Recording: 0:01').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  const preview = page.getByLabel('Listen before you save it');
  await preview.waitFor();
  await expect.poll(async () => await microphonesOf(page)).toEqual(['ended']);

  await page.getByRole('button', { name: 'Record again' }).click();
  await page.getByText('Recording: 0:02').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  const seconds = async () => await preview.evaluate((audio) => (audio as HTMLAudioElement).duration);
  await expect.poll(seconds, PATIENCE).toBeGreaterThan(1.8);
  await save(page);
  await page.getByText('Give the greeting a name').waitFor();
  await untilFilled(page);
  await expectWhole(page, 'greeting-recorded');
  await nameOf(page).fill('Welcome');
  await save(page);
  await lines(page).getByText('Welcome').waitFor();
  expect(await microphonesOf(page)).toEqual(['ended', 'ended']);
  await page.getByRole('button', { name: 'Play Welcome' }).click();
  await page.getByRole('button', { name: 'Stop Welcome' }).waitFor();
  await page.getByRole('button', { name: 'Play Welcome' }).waitFor(PATIENCE);

  await page.getByRole('link', { name: /^What happens when it’s called/ }).click();
  await page.getByRole('checkbox', { name: 'Do not disturb for a while' }).check();
  await page.getByTestId('rule-unanswered').getByRole('radio', { name: 'Voicemail' }).check();
  const greeting = page.getByTestId('rule-greeting');
  await greeting.getByLabel('Greeting', { exact: true }).selectOption({ label: 'Welcome' });
  expect(await greeting.getByLabel('Your own words').count()).toBe(0);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByTestId('rule-saving').waitFor({ state: 'detached' });
  await page.getByTestId('rule-test').getByRole('button', { name: 'Try' }).click();
  await page.getByTestId('rule-tested').getByText('The greeting is “Welcome”.').waitFor();

  const call = await callIn(to, '+447700900555');
  const hasHeard = async () =>
    (await call.record()).tones.some(({ frequencyHz }) => Math.abs(frequencyHz - TONE_HZ) < 5);
  await expect.poll(hasHeard, PATIENCE).toBe(true);
  await call.end();
});

test('a file becomes a greeting, is renamed, chosen for a while, and deleted once nothing plays it', async () => {
  const person = somebody();
  const page = await atGreetings(person);
  const other = await stage.openPage();
  await signIn(other, stack.url, person);
  await other.goto(`${stack.url}/numbers`);
  await other.getByText('No greetings yet').waitFor();
  await upload(page, { name: 'Summer holidays.wav', buffer: wav });
  await page.getByText('Summer holidays.wav, 0:04').waitFor();
  expect(await nameOf(page).inputValue()).toBe('Summer holidays');
  await save(page);
  await lines(page).getByText('Recording, 0:04').waitFor();
  // Whoever has another page open is told.
  await lines(other).getByText('Summer holidays').waitFor();
  await other.close();
  await page.getByRole('button', { name: 'Rename Summer holidays' }).click();
  const renaming = page.getByTestId('change-greeting');
  await renaming.getByLabel('Name').fill('<b>Away</b>');
  await renaming.getByRole('button', { name: 'Save' }).click();
  await lines(page).getByText('<b>Away</b>').waitFor();

  await page.getByRole('link', { name: /^What happens when it’s called/ }).click();
  await page.getByRole('radio', { name: 'At these hours' }).check();
  await page.getByTestId('rule-closed').getByRole('radio', { name: 'Voicemail' }).check();
  const greeting = page.getByTestId('rule-greeting');
  await greeting.getByLabel('Outside the opening hours').selectOption({ label: '<b>Away</b>' });
  await greeting.getByRole('checkbox', { name: 'Another one for a while' }).check();
  await untilFilled(page);
  await greeting.scrollIntoViewIfNeeded();
  await expectWhole(page, 'rule-greeting');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByTestId('rule-saving').waitFor({ state: 'detached' });
  await page.reload();
  await greeting.getByTestId('greeting-for-now').waitFor();

  await greeting.getByRole('button', { name: 'Record, upload or write greetings' }).click();
  const dialog = page.getByTestId('manage-greetings');
  await dialog.getByText(/Played by \+999/).waitFor();
  await expectWhole(page, 'manage-greetings');
  await dialog.getByRole('button', { name: 'Delete <b>Away</b>' }).click();
  const asked = page.getByTestId('delete-greeting');
  await asked.getByRole('button', { name: 'Delete' }).click();
  await asked.getByText('This greeting is used by').waitFor();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Escape');
  await greeting.getByRole('checkbox', { name: 'Another one for a while' }).uncheck();
  await greeting.getByLabel('Outside the opening hours').selectOption({ label: 'The same' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByTestId('rule-saving').waitFor({ state: 'detached' });
  await page.goto(`${stack.url}/numbers`);
  await page.getByRole('button', { name: 'Delete <b>Away</b>' }).click();
  await asked.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No greetings yet').waitFor();
});

test('what is no sound, or too long, is refused in words; words are a greeting too', async () => {
  const page = await atGreetings();
  await upload(page, { name: 'song.mp3', buffer: Buffer.from('this is no MP3, whatever it is called') });
  await save(page);
  await page.getByText('This isn’t a WAV file.').waitFor();
  const long = join(folder, 'long.wav');
  await writeToneWav(long, { hertz: TONE_HZ, seconds: 61 });
  await upload(page, { name: 'long.wav', buffer: await readFile(long) });
  await page.getByText('A greeting lasts at most 60 seconds').waitFor();
  expect(await page.getByText('This isn’t a WAV file.').count()).toBe(0);

  await page.getByRole('radio', { name: 'Write' }).check();
  await page.getByTestId('add-greeting').getByLabel('Language').selectOption('fr');
  await page.getByLabel('What is read out').fill('Bonjour.\nLaissez un message.');
  await nameOf(page).fill('Bonjour');
  await save(page);
  await lines(page).getByText('Read out in French').waitFor();
  await page.getByText('“Bonjour” was saved.').waitFor(); // Its toast comes after that, and is waited for.
  await untilFilled(page);
  await expectWhole(page, 'greetings');

  await page.getByRole('button', { name: 'Change Bonjour' }).click();
  const changing = page.getByTestId('change-greeting');
  const said = changing.getByLabel('What is read out');
  expect(await said.inputValue()).toBe('Bonjour. Laissez un message.');
  await said.fill(' ');
  await changing.getByRole('button', { name: 'Save' }).click();
  await changing.getByText('Write a greeting').waitFor();
  await expectWhole(page, 'change-greeting');
  await said.fill('Hola. Deje un mensaje.');
  await changing.getByLabel('Language').selectOption('es');
  await changing.getByLabel('Name').fill('Hola');
  await changing.getByRole('button', { name: 'Save' }).click();
  await lines(page).getByText('Read out in Spanish').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Change Hola' }).click();
  expect(await said.inputValue()).toBe('Hola. Deje un mensaje.');
});

test('a file that is still being read is forgotten where another way is chosen', async () => {
  const page = await atGreetings();
  await page.evaluate(() => {
    const { prototype } = BaseAudioContext;
    const decode = prototype.decodeAudioData;
    const isLeft = new Promise((leave) => document.addEventListener('test-left', leave, { once: true }));
    prototype.decodeAudioData = async function (this: BaseAudioContext, ...given) {
      await isLeft;
      const sound = await decode.apply(this, given);
      // Whoever waits for it goes first.
      setTimeout(() => document.dispatchEvent(new Event('test-read')));
      return sound;
    };
  });
  await upload(page, { name: 'slow.wav', buffer: wav });
  await page.getByRole('radio', { name: 'Record' }).check();
  await page.evaluate(async () => {
    const isRead = new Promise((read) => document.addEventListener('test-read', read, { once: true }));
    document.dispatchEvent(new Event('test-left'));
    await isRead;
  });
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
  expect(await page.getByLabel('Listen before you save it').count()).toBe(0);
  expect(await nameOf(page).inputValue()).toBe('');
});

test('a rule says that its greetings could not be loaded, and loads them again', async () => {
  const page = await atGreetings();
  await page.route('**/api/v1/greetings', async (route) => route.fulfill({ status: 500, json: {} }));
  const number = await ownNumber(page);
  await page.goto(`${stack.url}/numbers/${encodeURIComponent(number)}/rule`);
  await page.getByTestId('rule-unanswered').getByRole('radio', { name: 'Voicemail' }).check();
  const greeting = page.getByTestId('rule-greeting');
  await greeting.getByText('Your greetings couldn’t be loaded').waitFor(PATIENCE);
  await page.unroute('**/api/v1/greetings');
  await greeting.getByRole('button', { name: 'Try again' }).click();
  await greeting.getByText('Your greetings couldn’t be loaded').waitFor({ state: 'detached' });
});

test('a microphone that is not allowed is said so', async () => {
  const refusing = await openStage({
    withoutFlags: ['--use-fake-ui-for-media-stream'],
    flags: ['--deny-permission-prompts'],
  });
  try {
    const page = await refusing.openPage();
    await enter(page, `${stack.url}/numbers`);
    await page.getByRole('button', { name: 'Add a greeting' }).click();
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByText('Your browser isn’t allowed to use the microphone.').waitFor();
  } finally {
    await refusing.close();
  }
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
