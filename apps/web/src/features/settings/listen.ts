import { levelOf } from './level.ts';

const EVERY_MS = 80;

/** Measures a stream's level some twelve times a second until the given function is called. */
export function listen(stream: MediaStream, onLevel: (level: number) => void): () => void {
  const audio = new AudioContext();
  const analyser = audio.createAnalyser();
  analyser.fftSize = 2048;
  audio.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    onLevel(levelOf(samples));
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    void audio.close();
  };
}
