import { ownTestStack } from '@farline/tools/own-stack';
import { answersWith, says, standInTranscription, TRANSCRIPTION_KEY } from '@farline/tools/stand-in-transcription';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callIn, ownNumber } from './support/calls-in.ts';
import { expectWhole, untilFilled } from './support/looks.ts';
import { signUp, somebody } from './support/people.ts';
import { openStage, type Stage } from './support/stage.ts';

/** A caller leaves a message with the real attendant, and a service beside it writes down what was said. */

const LONG = { timeout: 60_000 };
const SAID = `It's Anna. <img src=x onerror="document.title='owned'"> ${'Please call me back about the parcel, it is still here. '.repeat(12)}`;

let service: Awaited<ReturnType<typeof standInTranscription>>;
let stack: Awaited<ReturnType<typeof ownTestStack>>;
let stage: Stage;

beforeAll(async () => {
  service = await standInTranscription(says('Hello.'));
  stack = await ownTestStack({
    env: { FARLINE_TRANSCRIPTION_URL: service.url, FARLINE_TRANSCRIPTION_KEY: TRANSCRIPTION_KEY },
  });
  stage = await openStage();
});
afterAll(async () => {
  await stage.close();
  await stack.stop();
  service.close();
});

async function sendToVoicemail(page: Page): Promise<void> {
  await page.goto(`${stack.url}/numbers`);
  await page.getByRole('link', { name: /^What happens when it’s called/ }).click();
  await page.getByRole('checkbox', { name: 'Do not disturb for a while' }).check();
  await page.getByTestId('rule-unanswered').getByRole('radio', { name: 'Voicemail' }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByTestId('rule-saving').waitFor({ state: 'detached' });
}

test('what was said appears by itself beside the voicemail, as text and nothing else; the privacy page tells of it', async () => {
  const page = await stage.openPage();
  await signUp(page, stack.url, somebody(), stack.databaseUrl);
  const to = await ownNumber(page);
  await sendToVoicemail(page);
  await page.goto(`${stack.url}/messages/voicemail`);
  await page.getByText('No voicemail yet').waitFor();
  let answer = () => {};
  service.answers.push((response, asked) => (answer = () => says(SAID)(response, asked)));

  await callIn(to, '+447700900555', { says: 620 }, stack);
  await page.getByText('Transcript: being written…').waitFor(LONG);
  await expect.poll(() => service.asked.length).toBe(1);
  answer();

  const transcript = page.getByTestId('transcript');
  await transcript.getByText("It's Anna. <img src=x onerror=\"document.title='owned'\"> Please call").waitFor(LONG);
  expect(await transcript.locator('img').count()).toBe(0);
  expect(await page.title()).not.toContain('owned');
  expect(service.refused).toEqual([]);
  expect(service.asked[0]?.seconds).toBeGreaterThan(1);
  await untilFilled(page);
  await expectWhole(page, 'voicemail-transcript');
  await transcript.getByRole('button', { name: 'Show all' }).click();
  await transcript.getByRole('button', { name: 'Show less' }).waitFor();
  await page.goto(`${stack.url}/messages/${encodeURIComponent('+447700900555')}`);
  await page.getByTestId('thread-voicemail').getByTestId('transcript').waitFor();
  await expectWhole(page, 'thread-transcript');

  await page.goto(`${stack.url}/privacy`);
  await page.getByTestId('who-transcribes').getByText('on the same machine').waitFor();
  await expectWhole(page, 'privacy-transcript');
});

test('what cannot be written down is said so, and promised no more', async () => {
  const page = await stage.openPage();
  await signUp(page, stack.url, somebody(), stack.databaseUrl);
  const to = await ownNumber(page);
  await sendToVoicemail(page);
  await page.goto(`${stack.url}/messages/voicemail`);
  service.answers.push(answersWith(200, '<html>Welcome to your new server</html>'));
  await callIn(to, '+447700900555', { says: 620 }, stack);
  await page.getByText('No transcript could be made.').waitFor(LONG);
  expect(stage.complaints).toEqual([]);
});
