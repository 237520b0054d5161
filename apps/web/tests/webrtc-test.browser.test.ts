import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { logLines } from './support/activity-log.ts';
import { findWrongs } from './support/axe.ts';
import { putLossyLine } from './support/lossy-line.ts';
import { practiceOf, enter } from './support/people.ts';
import { stack } from './support/stack.ts';
import { keepPicture, openStage, testStage } from './support/stage.ts';

const NOON = new Date('2026-03-10T12:00:00').getTime();
const stage = await testStage();

test('Connect connects after 2 s and says that it is simulated; Disconnect ends it; the log has times and a count', async () => {
  const page = await stage.openPage();
  await page.clock.install({ time: NOON });
  await openTest(page);
  await page.clock.pauseAt(NOON + 60_000);
  const state = page.getByTestId('connection-state');

  await press(page, 'Connect');
  await page.clock.runFor(1_999);
  expect(await state.textContent()).toBe('Connecting (simulated)');
  await page.clock.runFor(1);
  expect(await state.textContent()).toBe('Connected (simulated)');
  await press(page, 'Disconnect');
  expect(await state.textContent()).toBe('Disconnected');

  expect((await logLines(page)).slice(1)).toEqual([
    '12:01:00 Information: Connecting (simulated)',
    '12:01:02 Success: Connected (simulated: nothing was connected)',
    '12:01:02 Information: Disconnected',
  ]);
  expect(await page.getByTestId('log-count').textContent()).toBe('4 entries');
  await press(page, 'Clear Logs');
  expect(await page.getByTestId('log-count').textContent()).toBe('0 entries');
});

test('support is checked, and an offer is built with a public STUN server, within seconds even out of its reach', async () => {
  const page = await stage.openTab();
  await openTest(page);
  expect(await page.getByTestId('webrtc-support').textContent()).toBe('WebRTC is supported');

  await press(page, 'Test WebRTC Capabilities');
  await page.getByText('This browser can build WebRTC connections').waitFor({ timeout: 10_000 });

  const log = (await logLines(page)).join('\n');
  expect(log).toContain('Testing WebRTC capabilities with stun:');
  expect(log).toMatch(/Test offer built: \d+ lines, audio by .*PCMU/);
  expect(log).toMatch(/Gathering (is complete|wasn’t complete)/);
  await keepPicture(page, 'webrtc-test');
});

test('a browser without WebRTC gets an error in the log, and nothing is simulated', async () => {
  const page = await stage.openTab();
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'RTCPeerConnection', { value: undefined });
  });
  await openTest(page);

  await press(page, 'Connect');
  await press(page, 'Test WebRTC Capabilities');

  expect(await page.getByTestId('webrtc-support').textContent()).toBe('WebRTC isn’t supported');
  expect((await logLines(page)).map((line) => line.slice(9))).toEqual(
    Array(3).fill('Error: WebRTC isn’t supported by this browser'),
  );
  expect(await page.getByTestId('connection-state').textContent()).toBe('Disconnected');
});

test('a visitor without an account is told the limits, and tests the line by a real call', async () => {
  const page = await stage.openTab();
  await openTest(page);
  const live = page.getByTestId('live-test');
  expect(await live.textContent()).toContain('five tests an hour from your network, one at a time');

  await press(page, 'Start live test');
  await page.getByTestId('live-verdict').waitFor({ timeout: 60_000 });

  expect(await page.locator('[data-measure="roundTrip"]').getAttribute('data-value')).not.toBe('');
  expect(await page.evaluate(() => localStorage.getItem('farline.token'))).toBeNull();
  expect(new URL(page.url()).pathname).toBe('/webrtc-test');
});

test.each([
  [
    429,
    { code: 'too_many_requests', message: 'Too many tries. Please wait 43 minutes and try again.' },
    ['Visitors get five tests an hour', 'Please wait 43 minutes'],
  ],
  [
    409,
    { code: 'guest_call_running', message: 'A test call from your network is running. Please end it first.' },
    ['A test from your network is already running', 'Try again in a minute, or sign in'],
  ],
])('a visitor past a limit (%d) is told which, and when to come back', async (status, problem, sentences) => {
  const page = await stage.openTab();
  await page.route('**/calls/guest-echo', async (route) => await route.fulfill({ status, json: problem }));
  await openTest(page);

  await press(page, 'Start live test');
  await page.locator('[data-testid="live-test"][data-state="failed"]').waitFor({ timeout: 20_000 });

  for (const sentence of sentences) expect(await page.getByTestId('live-test').textContent()).toContain(sentence);
});

test('the live test is a real call to the echo: measured, judged, and free', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/webrtc-test`);

  await press(page, 'Start live test');
  await page.locator('[data-testid="live-test"][data-state="measuring"]').waitFor({ timeout: 30_000 });
  expect(await page.locator('[data-testid="phone"]').getAttribute('data-state')).toBe('idle');
  await page.getByTestId('live-verdict').waitFor({ timeout: 30_000 });

  expect(await page.getByTestId('live-verdict').textContent()).toContain('Calls will sound clear');
  const measured = async (name: string) =>
    Number(await page.locator(`[data-measure="${name}"]`).getAttribute('data-value'));
  expect(await measured('loss')).toBeLessThanOrEqual(1);
  expect(await measured('jitter')).toBeLessThan(30);
  expect(await page.locator('[data-measure="roundTrip"]').getAttribute('data-value')).not.toBe('');
  expect(await practiceOf(page)).toBe('2.0000');
  await keepPicture(page, 'webrtc-test-live');
  expect(await findWrongs(page, '#main')).toEqual([]);
});

test('a line that loses a tenth of its packets is judged poor, because of the loss', async () => {
  const page = await stage.openTab();
  const lossyLine = await putLossyLine(page);
  await enter(page, `${stack.url}/webrtc-test`);
  lossyLine.losePercent(10);

  await press(page, 'Start live test');
  await page.getByTestId('live-verdict').waitFor({ timeout: 40_000 });

  const verdict = await page.getByTestId('live-verdict').textContent();
  expect(verdict).toContain('Calls will be hard to follow');
  expect(verdict).toContain('Sound gets lost on the way');
  lossyLine.close();
});

test('a refused microphone is said in plain words, and nothing is called', async () => {
  const deaf = await openStage({
    withoutFlags: ['--use-fake-ui-for-media-stream'],
    flags: ['--deny-permission-prompts'],
  });
  const page = await deaf.openPage({ permissions: [] });
  await enter(page, `${stack.url}/webrtc-test`);

  await press(page, 'Start live test');
  await page.locator('[data-testid="live-test"][data-state="failed"]').waitFor({ timeout: 20_000 });

  expect(await page.getByTestId('live-test').textContent()).toContain(
    'Your browser isn’t allowed to use the microphone',
  );
  await deaf.close();
});

test.each(['light', 'dark'] as const)('axe finds nothing in %s', async (colorScheme) => {
  const page = await stage.openTab();
  await page.emulateMedia({ colorScheme });
  await openTest(page);
  await press(page, 'Connect');
  await page.getByText('Connected (simulated)', { exact: true }).waitFor();

  expect(await findWrongs(page)).toEqual([]);
});

async function openTest(page: Page): Promise<void> {
  await page.goto(`${stack.url}/webrtc-test`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}
