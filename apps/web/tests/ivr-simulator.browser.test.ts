import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { logLines } from './support/activity-log.ts';
import { findWrongs } from './support/axe.ts';
import { enter } from './support/people.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const NOON = new Date('2026-03-10T12:00:00').getTime();
const stage = await testStage();

test('without a connection no call is made, and the log says why', async () => {
  const ivr = await openIvr();

  await ivr.press('Call PIN card line');
  await ivr.press('Call pinless line');
  await ivr.page.getByRole('button', { name: /^Customer service/ }).click();

  expect(await ivr.lines()).toEqual(Array(3).fill('12:01:00 Error: Cannot make call - SIP not connected'));
  expect(await ivr.count()).toBe('3 entries');
});

test('it connects after 2 s; a call connects after 3 s and plays four prompts 4 s apart', async () => {
  const ivr = await openIvr();
  expect(await ivr.page.getByLabel('Port').inputValue()).toBe('5060');

  await ivr.press('Connect');
  expect(await ivr.connection()).toBe('connecting');
  await ivr.pass(1_999);
  expect(await ivr.connection()).toBe('connecting');
  await ivr.pass(1);
  expect(await ivr.connection()).toBe('connected');

  await ivr.press('Call PIN card line');
  await ivr.pass(2_999);
  expect(await ivr.call()).toBe('dialling');
  await ivr.pass(1);
  expect(await ivr.call()).toBe('talking');
  await ivr.pass(12_000);
  await keepPicture(ivr.page, 'ivr-simulator-in-call');

  const lines = await ivr.lines();
  expect(lines.slice(0, 4)).toEqual([
    '12:01:00 Information: Connecting to sip.example.com:5060 as demo (simulated)',
    '12:01:02 Success: SIP connected (simulated)',
    '12:01:02 Information: Calling +1 202 555 0101 (simulated)',
    '12:01:05 Success: Call connected: +1 202 555 0101',
  ]);
  expect(lines.slice(4).map((line) => line.slice(0, 31))).toEqual([
    '12:01:05 Information: Prompt 1:',
    '12:01:09 Information: Prompt 2:',
    '12:01:13 Information: Prompt 3:',
    '12:01:17 Information: Prompt 4:',
  ]);
  expect(lines[6]).toContain('$25.50');
});

test('the pinless line knows the caller and says the balance of that account', async () => {
  const ivr = await openIvr();
  expect(await ivr.page.getByText('$25.50').count()).toBe(1);
  expect(await ivr.page.getByText('$15.75').count()).toBe(1);

  await ivr.press('Connect');
  await ivr.pass(2_000);
  await ivr.press('Call pinless line');
  await ivr.pass(3_000 + 8_000);

  const lines = await ivr.lines();
  expect(lines.at(-2)).toContain('+1 202 555 0147');
  expect(lines.at(-1)).toContain('$15.75');
});

test('a number is dialled by its keys; in the call the keys go into the menu; hanging up ends it', async () => {
  const ivr = await openIvr();
  await ivr.press('Connect');
  await ivr.pass(2_000);

  for (const key of '2025550199*0#') await ivr.page.locator(`[data-key="${key}"]`).click();
  expect(await ivr.page.getByLabel('Number to dial').inputValue()).toBe('2025550199*0#');
  await ivr.press('Dial');
  await ivr.pass(3_000);
  await ivr.page.locator('[data-key="1"]').click();
  await ivr.press('Hang up');
  await ivr.pass(60_000);

  expect((await ivr.lines()).slice(-4).map((line) => line.slice(9))).toEqual([
    'Success: Call connected: 2025550199*0#',
    expect.stringContaining('Prompt 1'),
    'Information: Key pressed: 1',
    'Information: Call ended',
  ]);
  expect(await ivr.call()).toBe('none');
});

test('Disconnect ends connection and call; Clear Log leaves no entry', async () => {
  const ivr = await openIvr();
  await ivr.press('Connect');
  await ivr.pass(2_000);
  await ivr.press('Call PIN card line');

  await ivr.press('Disconnect');
  expect(await ivr.connection()).toBe('disconnected');
  expect((await ivr.lines()).at(-1)).toContain('SIP disconnected');
  await ivr.press('Clear Log');

  expect(await ivr.lines()).toEqual([]);
  expect(await ivr.count()).toBe('0 entries');
});

test('a wrong port is said at its field, and nothing connects', async () => {
  const ivr = await openIvr();

  await ivr.page.getByLabel('Port').fill('70000');
  await ivr.press('Connect');

  await ivr.page.getByText('A port is a whole number from 1 to 65535').waitFor();
  expect(await ivr.connection()).toBe('disconnected');
});

test('the four services of this server answer truly', async () => {
  const ivr = await openIvr({ isClockStill: false });

  await ivr.press('Check service status');

  await expect.poll(async () => await ivr.services(), { timeout: 20_000 }).toEqual(['ok', 'ok', 'ok', 'ok']);
  const speech = ivr.page.locator('[data-service="polly"]');
  expect(await speech.textContent()).toContain('Speech synthesis spoke a sentence.');
  await speech.getByText('Response').click();
  expect(await speech.locator('pre').textContent()).toMatch(/"spokenMs": [1-9]\d+/);
});

test('another host can be asked: its failure, its silence and its absence are told apart', async () => {
  const { server, origin } = await anotherHost();
  const ivr = await openIvr({ isClockStill: false });

  await ivr.page.getByLabel('Host').fill(origin);
  await ivr.press('Check service status');
  await expect
    .poll(async () => await ivr.services(), { timeout: 20_000 })
    .toEqual(['ok', 'failing', 'failing', 'failing']);

  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  await ivr.press('Check service status');
  await expect
    .poll(async () => await ivr.services(), { timeout: 20_000 })
    .toEqual(['unreachable', 'unreachable', 'unreachable', 'unreachable']);

  await ivr.page.getByLabel('Host').fill('no host');
  await ivr.press('Check service status');
  await ivr.page.getByText('Enter an address such as').waitFor();
});

test('it says that it is a simulator, and offers no line that is not there', async () => {
  const ivr = await openIvr();
  expect(await ivr.page.getByText('This is a simulator').isVisible()).toBe(true);
  expect(await ivr.page.getByRole('tab').count()).toBe(0);
});

test('the keyboard is the menu’s: the phone of whoever is signed in stays closed beside it, and takes no key', async () => {
  const page = await stage.openPage({ viewport: { width: 1440, height: 900 } });
  await page.clock.install();
  await enter(page, `${stack.url}/calling-cards-ivr-test`);
  await page.getByTestId('open-phone').waitFor();
  const main = page.getByRole('main');
  const connect = main.getByRole('button', { name: 'Connect', exact: true });
  await connect.waitFor();
  await keepPicture(page, 'ivr-simulator-signed-in');
  await page.keyboard.press('7');
  await connect.click();
  await page.clock.fastForward(2_000);
  await main.getByRole('button', { name: 'Call PIN card line' }).click();
  await page.clock.fastForward(3_000);
  await page.locator('[data-testid="call-state"][data-state="talking"]').waitFor();
  await page.keyboard.press('5');
  await main.getByText('Key pressed: 5').waitFor();
  expect(await page.getByTestId('phone').count()).toBe(0);

  await page.getByTestId('open-phone').click();
  expect(await page.getByTestId('number-field').inputValue()).toBe('');
});

test.each(['light', 'dark'] as const)('axe finds nothing in %s, before and in a call', async (colorScheme) => {
  const ivr = await openIvr({ colorScheme });
  await ivr.page.clock.resume();
  expect(await findWrongs(ivr.page)).toEqual([]);

  await ivr.page.clock.pauseAt(NOON + 600_000);
  await ivr.press('Connect');
  await ivr.pass(2_000);
  await ivr.press('Call PIN card line');
  await ivr.pass(15_000);

  await ivr.page.clock.resume();
  expect(await findWrongs(ivr.page)).toEqual([]);
});

/** Opens the page signed out, with its clock standing at 12:01:00 unless it shall run. */
async function openIvr(options: { isClockStill?: boolean; colorScheme?: 'light' | 'dark' } = {}) {
  const page = await stage.openPage({ colorScheme: options.colorScheme ?? 'light' });
  const isClockStill = options.isClockStill ?? true;
  if (isClockStill) await page.clock.install({ time: NOON });
  await page.goto(`${stack.url}/calling-cards-ivr-test`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  if (isClockStill) await page.clock.pauseAt(NOON + 60_000);
  return {
    page,
    press: async (name: string) => await page.getByRole('button', { name, exact: true }).click(),
    pass: async (ms: number) => await page.clock.runFor(ms),
    connection: async () => await page.getByTestId('sip-state').getAttribute('data-state'),
    call: async () => await page.getByTestId('call-state').getAttribute('data-state'),
    count: async () => await page.getByTestId('log-count').textContent(),
    lines: async () => await logLines(page),
    services: async () =>
      await page.locator('[data-service]').evaluateAll((all) => all.map((one) => one.getAttribute('data-answer'))),
  };
}

/** A gateway that is not a Farline: it answers one path well. */
async function anotherHost(): Promise<{ server: Server; origin: string }> {
  const answers: Record<string, [number, string]> = {
    '/polly-test': [200, '{"message":"hello"}'],
    '/health': [500, '{"message":"broken"}'],
    '/status': [200, '{"status":"degraded"}'],
  };
  const server = createServer((request, response) => {
    const [status, body] = answers[request.url ?? ''] ?? [404, ''];
    response.writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' }).end(body);
  });
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', () => listens()));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
