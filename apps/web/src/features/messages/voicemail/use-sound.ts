import { useEffect, useRef, useState } from 'react';
import { queryClient } from '../../../lib/session/queries.ts';
import { letGo, playAlone } from './one-at-a-time.ts';
import { soundQuery } from './voicemail-queries.ts';
import { waveformOf } from './waveform.ts';

/** Into how many bars a sound is drawn. */
export const BARS = 48;

interface Sound {
  isPlaying: boolean;
  /** Seconds from the beginning. */
  position: number;
  /** How loud it is in each of its parts; null until it was fetched. */
  waveform: readonly number[] | null;
  /**
   * Fetches it first, where that was not done; throws RequestError. False: the page was left meanwhile, a call has begun or another one is
   * wanted, and this one stays silent.
   */
  play: () => Promise<boolean>;
  pause: () => void;
  seek: (seconds: number) => void;
  setSpeed: (speed: number) => void;
}

/** The sound of a voicemail, fetched when it is first played. */
export function useSound(id: string): Sound {
  const audio = useRef<HTMLAudioElement | null>(null);
  const wanted = useRef({ position: 0, speed: 1 });
  const [isPlaying, setPlaying] = useState(false);
  const [position, setPosition] = useState(0);
  const [waveform, setWaveform] = useState<readonly number[] | null>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      letGo(audio.current);
    };
  }, []);

  const fetched = async (): Promise<HTMLAudioElement | null> => {
    if (audio.current !== null) return audio.current;
    const blob = await queryClient.fetchQuery(soundQuery(id));
    const bytes = await blob.arrayBuffer();
    if (isGone.current) return null;
    setWaveform(waveformOf(bytes, BARS));
    const element = new Audio(URL.createObjectURL(blob));
    element.addEventListener('timeupdate', () => setPosition(element.currentTime));
    element.addEventListener('play', () => setPlaying(true));
    element.addEventListener('pause', () => setPlaying(false));
    element.addEventListener('ended', () => {
      setPlaying(false);
      setPosition(0);
    });
    element.currentTime = wanted.current.position;
    element.playbackRate = wanted.current.speed;
    audio.current = element;
    return element;
  };
  return {
    isPlaying,
    position,
    waveform,
    play: async () => await playAlone(fetched),
    pause: () => audio.current?.pause(),
    seek: (seconds) => {
      wanted.current.position = seconds;
      if (audio.current !== null) audio.current.currentTime = seconds;
      setPosition(seconds);
    },
    setSpeed: (speed) => {
      wanted.current.speed = speed;
      if (audio.current !== null) audio.current.playbackRate = speed;
    },
  };
}
