import { expect, test } from 'vitest';
import { useCallInProgress } from '../../../lib/calls/call-in-progress.ts';
import { playAlone } from './one-at-a-time.ts';

/** A sound that is still fetched, and whether it plays. */
function aSound() {
  let come: () => void = () => undefined;
  const element = {
    isPlaying: false,
    play: async () => void (element.isPlaying = true),
    pause: () => void (element.isPlaying = false),
  };
  const fetched = new Promise<HTMLAudioElement>((resolve) => {
    come = () => resolve(element as unknown as HTMLAudioElement);
  });
  return { element, come, isPlayed: playAlone(async () => await fetched) };
}

test('the sound that was pressed last plays, although another one comes after it', async () => {
  const first = aSound();
  const last = aSound();
  last.come();
  expect(await last.isPlayed).toBe(true);
  first.come();
  expect(await first.isPlayed).toBe(false);
  expect([first.element.isPlaying, last.element.isPlaying]).toEqual([false, true]);
});

test('no sound goes on into a call, and none begins in it that was pressed before', async () => {
  const played = aSound();
  played.come();
  await played.isPlayed;
  const fetched = aSound();
  useCallInProgress.setState({ isRunning: true });
  expect(played.element.isPlaying).toBe(false);
  fetched.come();
  expect(await fetched.isPlayed).toBe(false);

  const inCall = aSound();
  inCall.come();
  expect(await inCall.isPlayed).toBe(true);
  useCallInProgress.setState({ isRunning: true });
  expect(inCall.element.isPlaying).toBe(true);
  useCallInProgress.setState({ isRunning: false });
});
