import type { HeardAudio } from '@farline/sip-endpoint';
import { SAMPLE_RATE } from '@farline/sip-endpoint';
import type { Line } from '../line.ts';
import { isLoud } from '../loudness.ts';
import { Pauses } from './pauses.ts';

/** Where sound is written as it comes in. `false`: it cannot be, and no more will. */
export interface Sink {
  append(samples: Int16Array): boolean;
}

export interface RecordLimits {
  mostSeconds: number;
  /** So long without a sound ends it; on hold silence is meant. */
  silenceMs: number;
  endKeys: string;
}

/** Why it ended: by silence, at its longest, by a key, because the call is over, or because nothing more can be written. */
export type Recorded = {
  because: 'silence' | 'limit' | 'key' | 'over' | 'no_room';
  samples: number;
  /** How many samples there were when something was heard last; 0: nothing was. */
  heardUntil: number;
};

const LOOK_EVERY_MS = 200;
/** A clock that is slower than ours, or packets that are late: the sound itself is bounded by its samples. */
const SPARE_MS = 2_000;
/** Packets that were late come at once: so much sound may be ahead of the time that it takes to speak it. */
const AHEAD_SAMPLES = SAMPLE_RATE;
const SAMPLES_A_MS = SAMPLE_RATE / 1000;

/** Writes what the caller says, until one of the limits. Sends silence meanwhile. */
export function record(call: Line, sink: Sink, limits: RecordLimits): Promise<Recorded> {
  return new Promise((resolve) => {
    const most = limits.mostSeconds * SAMPLE_RATE;
    let [samples, heardUntil] = [0, 0];
    const startedAt = performance.now();
    let heardAt = startedAt;
    const pauses = new Pauses();

    const end = (because: Recorded['because']) => {
      clearInterval(looking);
      stopHearing();
      stopKeys();
      call.signal.removeEventListener('abort', over);
      resolve({ because, samples, heardUntil });
    };
    const over = () => end('over');
    const hear = (audio: HeardAudio) => {
      const now = performance.now();
      const spoken = Math.floor((now - startedAt) * SAMPLES_A_MS) + AHEAD_SAMPLES;
      const room = Math.min(most, spoken) - samples;
      if (room <= 0 || audio.length === 0) return;
      const pause = Math.min(pauses.before(audio, samples, now), room);
      const heard = audio.samples().subarray(0, room - pause);
      samples += pause + heard.length;
      if (isLoud(heard)) [heardUntil, heardAt] = [samples, now];
      if (heardUntil > 0) pauses.count(samples, now);
      if (!sink.append(pause === 0 ? heard : afterSilence(pause, heard))) end('no_room');
      else if (samples >= most) end('limit');
    };
    const look = () => {
      const now = performance.now();
      if (now - startedAt > limits.mostSeconds * 1000 + SPARE_MS) end('limit');
      else if (call.farSide().isOnHold) heardAt = now;
      else if (now - heardAt > limits.silenceMs) end('silence');
    };
    const stopHearing = call.onAudio(hear);
    const stopKeys = call.onDigit((digit) => {
      if (limits.endKeys.includes(digit)) end('key');
    });
    const looking = setInterval(look, LOOK_EVERY_MS);
    call.silence();
    call.signal.addEventListener('abort', over);
    if (call.signal.aborted) over();
  });
}

function afterSilence(pause: number, sound: Int16Array): Int16Array {
  const all = new Int16Array(pause + sound.length);
  all.set(sound, pause);
  return all;
}
