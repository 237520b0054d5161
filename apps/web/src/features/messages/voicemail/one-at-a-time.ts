import { useCallInProgress } from '../../../lib/calls/call-in-progress.ts';

/** The one that plays: another one that begins stops it. */
let playing: HTMLAudioElement | null = null;
/** Counts what was asked for: a sound that comes when another is wanted stays silent. */
let turn = 0;

// The far side would hear it too.
useCallInProgress.subscribe((now, before) => {
  if (!now.isRunning || before.isRunning) return;
  turn += 1;
  playing?.pause();
});

/** Plays a sound once it is fetched, and nothing beside it. False: there is none, or something else is wanted by then. */
export async function playAlone(fetched: () => Promise<HTMLAudioElement | null>): Promise<boolean> {
  turn += 1;
  const mine = turn;
  const element = await fetched();
  if (element === null || mine !== turn) return false;
  if (playing !== element) playing?.pause();
  playing = element;
  await element.play();
  return true;
}

/** Ends a sound that nobody can play any more. */
export function letGo(audio: HTMLAudioElement | null): void {
  if (audio === null) return;
  audio.pause();
  if (playing === audio) playing = null;
  URL.revokeObjectURL(audio.src);
}
