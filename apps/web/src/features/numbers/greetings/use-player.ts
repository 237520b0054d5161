import { useEffect, useRef, useState } from 'react';
import { useCallInProgress } from '../../../lib/calls/call-in-progress.ts';
import { greetingsText } from '../../../texts/greetings.ts';
import { failureOf } from '../../../ui/failure-box.tsx';
import { notifyFailure } from '../../../ui/notify-failure.ts';
import { soundOf } from './greetings-query.ts';

/** Plays greetings, one at a time. What cannot be played is told. */
export function usePlayer() {
  const [playing, setPlaying] = useState<string | null>(null);
  const audio = useRef<HTMLAudioElement | null>(null);
  /** Counts what was asked for: a sound that comes when another is wanted stays silent. */
  const turn = useRef(0);
  const stop = (): void => {
    turn.current += 1;
    setPlaying(null);
    letGo(audio.current);
    audio.current = null;
  };
  useEffect(
    () => () => {
      turn.current += 1;
      letGo(audio.current);
    },
    [],
  );
  useEffect(
    () =>
      useCallInProgress.subscribe((now, before) => {
        if (!now.isRunning || before.isRunning) return;
        turn.current += 1;
        setPlaying(null);
        audio.current?.pause(); // The far side would hear it too.
      }),
    [],
  );
  const play = async (id: string): Promise<void> => {
    stop();
    const mine = turn.current;
    setPlaying(id);
    try {
      const sound = await soundOf(id);
      if (turn.current !== mine) return;
      const element = new Audio(URL.createObjectURL(sound));
      audio.current = element;
      element.addEventListener('ended', stop);
      await element.play();
    } catch (error) {
      if (turn.current !== mine) return;
      stop();
      await notifyFailure(failureOf(error, greetingsText.say('playFailed')));
    }
  };
  return { playing, play, stop };
}

function letGo(audio: HTMLAudioElement | null): void {
  if (audio === null) return;
  audio.pause();
  URL.revokeObjectURL(audio.src);
}
