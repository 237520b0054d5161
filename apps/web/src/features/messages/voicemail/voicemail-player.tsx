import type { Voicemail } from '@farline/contracts/voicemail/voicemails';
import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { formatDuration } from '../../../lib/format/format.ts';
import { notify } from '../../../lib/page/notify.ts';
import { messagesText } from '../../../texts/messages.ts';
import { cx } from '../../../ui/cx.ts';
import { sayHeard } from './voicemail-queries.ts';
import { BARS, useSound } from './use-sound.ts';

const SPEEDS = [1, 1.5, 2] as const;
const FLAT: readonly number[] = Array.from({ length: BARS }, () => 0);

/** Plays a voicemail, which then counts as heard: with its waveform, a place in it to go on from, and three speeds. */
export function VoicemailPlayer({ voicemail }: { voicemail: Voicemail }) {
  const t = messagesText.useText();
  const sound = useSound(voicemail.id);
  const [speed, setSpeed] = useState<number>(1);
  const [isBusy, setBusy] = useState(false);
  const { seconds, heardAt } = voicemail;
  const toggle = async (): Promise<void> => {
    if (sound.isPlaying) return sound.pause();
    setBusy(true);
    try {
      const isPlayed = await sound.play();
      if (isPlayed && heardAt === null) await noteHeard(voicemail);
    } catch {
      await notify({ type: 'error', message: t('vmSoundFailed') });
    } finally {
      setBusy(false);
    }
  };
  const faster = (): void => {
    const next = SPEEDS[(SPEEDS.findIndex((each) => each === speed) + 1) % SPEEDS.length] ?? 1;
    setSpeed(next);
    sound.setSpeed(next);
  };
  const Icon = sound.isPlaying ? Pause : Play;
  return (
    <div className="flex w-full min-w-0 items-center gap-2.5" data-testid="voicemail-player" dir="ltr">
      <button
        type="button"
        aria-label={t(sound.isPlaying ? 'vmPause' : 'vmPlay')}
        disabled={isBusy}
        onClick={() => void toggle()}
        className="grid size-10 shrink-0 place-items-center rounded-full bg-accent text-on-accent transition-opacity disabled:opacity-60"
      >
        <Icon aria-hidden className="size-4" />
      </button>
      <Waveform
        heights={sound.waveform ?? FLAT}
        position={Math.min(sound.position, seconds)}
        seconds={seconds}
        label={t('vmPosition')}
        onSeek={sound.seek}
      />
      <span className="figures shrink-0 text-note text-muted">
        {formatDuration(sound.position > 0 ? sound.position : seconds)}
      </span>
      <button
        type="button"
        aria-label={t('vmSpeed', { speed: `${speed}×` })}
        onClick={faster}
        className="figures min-h-9 w-11 shrink-0 rounded-control bg-soft text-note font-medium transition-colors hover:text-accent"
      >
        {speed}×
      </button>
    </div>
  );
}

/** It plays all the same where that cannot be noted. */
async function noteHeard(voicemail: Voicemail): Promise<void> {
  try {
    await sayHeard(voicemail, true);
  } catch (error) {
    console.warn('A voicemail was not marked as heard', error);
  }
}

interface WaveformProps {
  /** 0 to 1 each. */
  heights: readonly number[];
  position: number;
  seconds: number;
  label: string;
  onSeek: (seconds: number) => void;
}

/** The bars of a sound under a slider: what was heard is in another colour. */
function Waveform({ heights, position, seconds, label, onSeek }: WaveformProps) {
  const heard = (position / Math.max(1, seconds)) * heights.length;
  return (
    <div className="relative flex h-9 min-w-0 flex-1 items-center has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <svg
        aria-hidden
        viewBox={`0 0 ${heights.length * 3} 30`}
        preserveAspectRatio="none"
        className="h-full w-full"
        data-testid="waveform"
      >
        {heights.map((height, bar) => (
          <rect
            // Bars are told apart by their place alone.
            // oxlint-disable-next-line react/no-array-index-key
            key={bar}
            x={bar * 3 + 0.5}
            y={15 - Math.max(1, height * 14)}
            width={2}
            height={Math.max(2, height * 28)}
            rx={1}
            className={cx(bar < heard ? 'fill-accent' : 'fill-edge')}
          />
        ))}
      </svg>
      <input
        type="range"
        aria-label={label}
        aria-valuetext={formatDuration(position)}
        min={0}
        max={seconds}
        step={0.1}
        value={position}
        onChange={({ target }) => onSeek(Number(target.value))}
        className="absolute inset-0 w-full cursor-pointer opacity-0"
      />
    </div>
  );
}
