import { randomInt } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { carrierRecordOf, farSideHangsUp } from './support/carrier.ts';
import { listenToFarSide } from './support/far-sound.ts';
import { putLossyLine } from './support/lossy-line.ts';
import { microphonesOf, noteMicrophones } from './support/microphones.ts';
import { enter } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { tapSipLine } from './support/sip-line.ts';
import { stack } from './support/stack.ts';
import { leaveSoundAlone } from './support/stage.ts';
import { toneStage } from './support/tone-stage.ts';

const PATIENCE = { timeout: 20_000, interval: 50 };

const stage = await toneStage(1_000);

test('a WebSocket lost in mid-call comes back: sound, hold and mute are as they were, and the far side’s end arrives over it', async () => {
  const page = await stage.openPage();
  await leaveSoundAlone(page);
  await noteMicrophones(page);
  const line = await tapSipLine(page, stack.websocketUrl);
  // Without live push nothing but SIP can tell of the end.
  await page.routeWebSocket(/\/ws$/, () => {});
  await enter(page, `${stack.url}/dashboard`);
  const phone = phoneOn(page);
  const number = aNumber();
  const broken = phone.root.getByText('We lost the connection to the phone system.');
  await phone.type(number);
  await phone.call();
  await phone.reaches('in-call');

  await line.cut();
  await broken.waitFor();
  await expectSound(page, number);
  line.restore();
  await broken.waitFor({ state: 'detached' });
  expect(said(line.sockets[1]?.sent, 'INVITE')).not.toEqual([]);
  await expectSound(page, number);

  await page.getByTestId('mute').click();
  await page.getByTestId('hold').click();
  const offers = () => said(line.sockets[1]?.sent, 'INVITE');
  await expect.poll(() => offers().at(-1), PATIENCE).toContain('a=sendonly');
  await expect.poll(() => said(line.sockets[1]?.sent, 'ACK').length - offers().length, PATIENCE).toBe(0);
  await line.cut();
  await broken.waitFor();
  line.restore();
  await broken.waitFor({ state: 'detached' });
  expect(said(line.sockets[2]?.sent, 'INVITE').at(-1)).toContain('a=sendonly');
  await page.getByTestId('hold').click();
  await expect.poll(async () => await page.getByTestId('hold').textContent(), PATIENCE).toBe('Hold');
  expect(await microphonesOf(page)).toEqual(['muted']);
  await page.getByTestId('mute').click();
  expect(await microphonesOf(page)).toEqual(['on']);
  await expectSound(page, number);

  await farSideHangsUp(stack.carrierRecordUrl, number);
  await phone.reaches('ended');
  expect(said(line.sockets[2]?.received, 'BYE')).toHaveLength(1);
  expect((await phone.readEnd()).reason).toBe('They hung up.');
  expect(stage.complaints).toEqual([]);
});

test('sound that has lost its way finds another in the same call; an end that came while the line was away is learned after it', async () => {
  const page = await stage.openPage();
  await leaveSoundAlone(page);
  const line = await tapSipLine(page, stack.websocketUrl);
  await page.routeWebSocket(/\/ws$/, () => {});
  const way = await putLossyLine(page);
  await enter(page, `${stack.url}/dashboard`);
  const phone = phoneOn(page);
  const number = aNumber();
  await phone.type(number);
  await phone.call();
  await phone.reaches('in-call');
  await expectSound(page, number);

  way.close();
  const names = () => said(line.sockets[0]?.sent, 'INVITE').map((offer) => /a=ice-ufrag:(.*)/.exec(offer)?.[1]);
  await expect.poll(() => new Set(names()).size, PATIENCE).toBeGreaterThan(1);
  await expectSound(page, number);

  await line.cut();
  await farSideHangsUp(stack.carrierRecordUrl, number);
  await expect
    .poll(async () => (await carrierRecordOf(stack.carrierRecordUrl, number))?.endedAt ?? null, PATIENCE)
    .not.toBeNull();
  line.restore();
  await phone.reaches('ended');
  expect(line.sockets[1]?.received.some((reply) => reply.startsWith('SIP/2.0 481 '))).toBe(true);
  expect((await phone.readEnd()).reason).toBe('They hung up.');
  expect(stage.complaints).toEqual([]);
  way.close();
});

/** Sound comes in from the far side, and the far side hears more of ours. */
async function expectSound(page: Page, number: string): Promise<void> {
  const packets = async () => (await carrierRecordOf(stack.carrierRecordUrl, number))?.packets.received ?? 0;
  const before = await packets();
  await expect.poll(async () => (await listenToFarSide(page))?.level ?? 0, PATIENCE).toBeGreaterThan(0.005);
  await expect.poll(packets, PATIENCE).toBeGreaterThan(before + 10);
}

function said(messages: readonly string[] | undefined, method: string): string[] {
  return messages?.filter((message) => message.startsWith(`${method} `)) ?? [];
}

/** A number that answers, speaks and echoes; nobody else's. */
function aNumber(): string {
  return `+4477${1 + randomInt(5)}${String(randomInt(1000)).padStart(3, '0')}${1000 + randomInt(9000)}`;
}
