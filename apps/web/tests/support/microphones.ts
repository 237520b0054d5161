import type { Page } from 'playwright-core';

type WithMicrophones = typeof globalThis & { farlineMicrophones?: MediaStream[] };

/** Keeps each microphone that the page opens where the test can look at it; called before the page is loaded. */
export async function noteMicrophones(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const opened: MediaStream[] = ((globalThis as WithMicrophones).farlineMicrophones = []);
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const microphone = await open(constraints);
      opened.push(microphone);
      return microphone;
    };
  });
}

/** The microphones that the page opened, in order: `ended` was let go, `muted` is open and gives no sound. */
export async function microphonesOf(page: Page): Promise<('on' | 'muted' | 'ended')[]> {
  return await page.evaluate(() =>
    ((globalThis as WithMicrophones).farlineMicrophones ?? []).map((microphone) => {
      const [track] = microphone.getAudioTracks();
      if (track === undefined || track.readyState === 'ended') return 'ended';
      return track.enabled ? 'on' : 'muted';
    }),
  );
}
