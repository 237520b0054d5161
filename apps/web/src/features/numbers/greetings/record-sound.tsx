import { GREETING_LIMITS } from '@farline/contracts/voicemail/greeting-bounds';
import { Mic, RotateCcw, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatDuration } from '../../../lib/format/format.ts';
import { greetingsText } from '../../../texts/greetings.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { decodeSound, type Sound } from './decode-sound.ts';
import { type NoMicrophone, openRecorder, type Recorder } from './open-recorder.ts';

const LOOK_EVERY_MS = 100;

type Recording =
  | { is: 'idle'; failure: NoMicrophone | 'recordFailed' | null }
  | { is: 'opening' | 'decoding' }
  | { is: 'recording'; seconds: number; level: number };

const IDLE: Recording = { is: 'idle', failure: null };

interface RecordSoundProps {
  /** What was recorded last; null: nothing yet. */
  sound: Sound | null;
  onSound: (sound: Sound | null) => void;
}

/** Records the microphone, shows how loud it is, and lets one record again. */
export function RecordSound({ sound, onSound }: RecordSoundProps) {
  const t = greetingsText.useText();
  const { recording, start, stop } = useRecording(onSound);
  if (recording.is === 'recording') {
    const { seconds, level } = recording;
    return (
      <div className="grid gap-3" data-testid="recording">
        <p className="figures flex items-center gap-2 font-medium">
          <span aria-hidden className="size-2.5 rounded-full bg-stop-fill" />
          {t('recordingNow', { duration: formatDuration(Math.floor(seconds)) })}
        </p>
        <Meter label={t('level')} level={level} />
        <Button look="stop" className="justify-self-start" onClick={() => void stop()}>
          <Square aria-hidden className="size-4" />
          {t('stopRecording')}
        </Button>
      </div>
    );
  }
  const isBusy = recording.is !== 'idle';
  const failure = recording.is === 'idle' ? recording.failure : null;
  const Icon = sound === null ? Mic : RotateCcw;
  return (
    <div>
      <Button look={sound === null ? 'primary' : 'quiet'} disabled={isBusy} onClick={() => void start()}>
        <Icon aria-hidden className="size-4" />
        {isBusy ? t('preparing') : t(sound === null ? 'startRecording' : 'recordAgain')}
      </Button>
      {failure !== null && <FieldError id="greeting-microphone">{t(failure)}</FieldError>}
      {sound === null && failure === null && <p className="mt-1.5 text-note text-muted">{t('recordHint')}</p>}
    </div>
  );
}

function useRecording(onSound: (sound: Sound | null) => void) {
  const [recording, setRecording] = useState<Recording>(IDLE);
  const recorder = useRef<Recorder | null>(null);
  const isGone = useRef(false);
  const looking = useRef<ReturnType<typeof setInterval>>(undefined);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      clearInterval(looking.current);
      recorder.current?.close();
    };
  }, []);
  const stop = async (): Promise<void> => {
    clearInterval(looking.current);
    const stopped = recorder.current;
    recorder.current = null;
    if (stopped === null) return;
    setRecording({ is: 'decoding' });
    const sound = await decodeSound(await stopped.stop(), { atMost: GREETING_LIMITS.seconds });
    if (isGone.current) return;
    setRecording({ is: 'idle', failure: sound === null || sound.seconds === 0 ? 'recordFailed' : null });
    if (sound !== null && sound.seconds > 0) onSound(sound);
  };
  const start = async (): Promise<void> => {
    setRecording({ is: 'opening' });
    const opened = await openRecorder();
    if (typeof opened === 'string') return setRecording({ is: 'idle', failure: opened });
    // Whoever has left the page meanwhile does not want to be heard.
    if (isGone.current) return opened.close();
    onSound(null);
    recorder.current = opened;
    const startedAt = performance.now();
    const look = (): void => {
      const seconds = (performance.now() - startedAt) / 1000;
      if (seconds >= GREETING_LIMITS.seconds) return void stop();
      setRecording({ is: 'recording', seconds, level: opened.level() });
    };
    look();
    looking.current = setInterval(look, LOOK_EVERY_MS);
  };
  return { recording, start, stop };
}

function Meter({ label, level }: { label: string; level: number }) {
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(level * 100)}
      className="h-3 max-w-80 overflow-hidden rounded-full bg-press"
    >
      <div className="h-full rounded-full bg-accent" style={{ width: `${level * 100}%` }} />
    </div>
  );
}
