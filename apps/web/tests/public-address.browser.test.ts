import { ownTestStack } from '@farline/tools/own-stack';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenToFarSide } from './support/far-sound.ts';
import { signUp, somebody } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { openStage, type Stage } from './support/stage.ts';

const PUBLIC_ADDRESS = '127.0.0.2';

let stack: Awaited<ReturnType<typeof ownTestStack>>;
let stage: Stage;

beforeAll(async () => {
  stack = await ownTestStack({ publicAddress: PUBLIC_ADDRESS });
  stage = await openStage();
});
afterAll(async () => {
  await stage.close();
  await stack.stop();
});

test('one setting moves the page, the signalling, ICE and the media of a call to the public address', async () => {
  expect(new URL(stack.url).hostname).toBe(PUBLIC_ADDRESS);
  const page = await stage.openPage();
  await keepConnections(page);
  const signallingHosts: string[] = [];
  page.on('websocket', (socket) => signallingHosts.push(new URL(socket.url()).hostname));
  await signUp(page, stack.url, somebody(), stack.databaseUrl);
  const phone = phoneOn(page);

  await phone.type('+447700902001');
  await phone.call();
  await phone.reaches('in-call');
  await expect
    .poll(async () => (await listenToFarSide(page))?.level, { timeout: 15_000, interval: 200 })
    .toBeGreaterThan(0.02);

  expect(new Set(signallingHosts)).toEqual(new Set([PUBLIC_ADDRESS]));
  const media = await mediaPath(page);
  expect(media.offeredByTheEngine).not.toHaveLength(0);
  expect(new Set(media.offeredByTheEngine)).toEqual(new Set([PUBLIC_ADDRESS]));
  expect(media.used).toBe(PUBLIC_ADDRESS);

  await phone.hangUp();
  await phone.reaches('ended');
});

/** Lets the test see the page's connections, as the browser's own inspector does. */
async function keepConnections(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept: RTCPeerConnection[] = [];
    Object.assign(window, { keptConnections: kept });
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        kept.push(this);
      }
    };
  });
}

/** The addresses of the engine's candidates, and the one that the chosen pair sends to. */
async function mediaPath(page: Page): Promise<{ offeredByTheEngine: string[]; used: string | undefined }> {
  return await page.evaluate(async () => {
    const { keptConnections } = window as unknown as { keptConnections: RTCPeerConnection[] };
    const connection = keptConnections.at(-1);
    const sdp = connection?.remoteDescription?.sdp ?? '';
    const offeredByTheEngine = [...sdp.matchAll(/^a=candidate:\S+ \d+ \S+ \d+ (\S+) /gm)].map(
      (found) => found[1] ?? '',
    );
    const reports = new Map((await connection?.getStats())?.entries() ?? []);
    const pair = [...reports.values()].find((report) => report.type === 'candidate-pair' && report.nominated);
    return { offeredByTheEngine, used: reports.get(pair?.remoteCandidateId)?.address };
  });
}
