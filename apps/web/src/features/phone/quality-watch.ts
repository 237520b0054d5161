import { callQuality, type QualityBars, type QualitySample, readSample } from './call-quality.ts';
import type { SipCall } from './sip-client.ts';

const EVERY_MS = 1_000;
/** Readings that a judgement spans: one lost packet more or less must not make the bars dance. */
const SPAN = 4;

/** Reads the connection's counters each second and tells the bars. Gives the function that stops it. */
export function watchQuality(call: SipCall, tell: (bars: QualityBars) => void): () => void {
  const samples: QualitySample[] = [];
  const timer = setInterval(() => {
    void call.stats().then((report) => {
      const sample = readSample(report, Date.now());
      if (sample === null) return;
      samples.push(sample);
      if (samples.length > SPAN) samples.shift();
      const [oldest] = samples;
      if (oldest !== undefined && oldest !== sample) tell(callQuality(oldest, sample).bars);
    });
  }, EVERY_MS);
  return () => clearInterval(timer);
}
