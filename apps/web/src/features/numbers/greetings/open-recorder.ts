/** A microphone that is being recorded. */
export type Recorder = {
  /** How loud it is now, 0 to 1. */
  level: () => number;
  /** Ends it, and gives what was recorded, in a form of the browser's own. */
  stop: () => Promise<Blob>;
  /** Lets the microphone go, whatever was recorded. */
  close: () => void;
};

/** Why a microphone cannot be had. */
export type NoMicrophone = 'micInsecure' | 'micRefused' | 'micMissing' | 'micBusy';

const PIECE_MS = 250;
/** So quiet is nothing on the scale, in decibels below full scale. */
const QUIETEST_DB = 50;

/** Opens the microphone and records it; gives a reason where it cannot be had. */
export async function openRecorder(): Promise<Recorder | NoMicrophone> {
  const devices: MediaDevices | undefined = navigator.mediaDevices; // Absent on insecure origins, whatever its type says.
  if (devices === undefined) return 'micInsecure';
  const microphone = await devices.getUserMedia({ audio: true }).catch(reasonOf);
  if (typeof microphone === 'string') return microphone;
  const pieces: Blob[] = [];
  const recorder = new MediaRecorder(microphone);
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
  recorder.start(PIECE_MS);
  const meter = openMeter(microphone);
  const close = (): void => {
    if (recorder.state !== 'inactive') recorder.stop();
    for (const track of microphone.getTracks()) track.stop();
    meter.close();
  };
  return {
    level: meter.level,
    close,
    stop: async () => {
      const isOver = new Promise((resolve) => {
        recorder.addEventListener('stop', resolve, { once: true });
      });
      const wasOver = recorder.state === 'inactive';
      close();
      if (!wasOver) await isOver;
      return new Blob(pieces, { type: recorder.mimeType });
    },
  };
}

function reasonOf(error: unknown): NoMicrophone {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'micRefused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'micMissing' : 'micBusy';
}

function openMeter(microphone: MediaStream): { level: () => number; close: () => void } {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(microphone).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level: () => {
      analyser.getFloatTimeDomainData(samples);
      let sum = 0;
      for (const sample of samples) sum += sample * sample;
      const decibels = 10 * Math.log10(sum / samples.length + 1e-12);
      return Math.max(0, Math.min(1, 1 + decibels / QUIETEST_DB));
    },
    close: () => void context.close(),
  };
}
