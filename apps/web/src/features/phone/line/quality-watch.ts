import { type CallQuality, callQuality, type QualityBars, type QualitySample, readSample } from './call-quality.ts';
import type { SipCall } from './sip-client.ts';

const EVERY_MS = 1_000;
/** Readings that the bars span: one lost packet more or less must not make them dance. */
const SPAN = 4;

export interface QualityWatcher {
  /** The bars, over the last seconds. */
  bars(bars: QualityBars): void;
  /** The last second alone. */
  second(quality: CallQuality): void;
}

/** Reads the connection's counters each second and tells what they say. Gives the function that stops it. */
export function watchQuality(call: SipCall, watcher: QualityWatcher): () => void {
  const samples: QualitySample[] = [];
  const take = (report: RTCStatsReport): void => {
    const sample = readSample(report, Date.now());
    if (sample === null) return;
    const previous = samples.at(-1);
    if (previous !== undefined) watcher.second(callQuality(previous, sample));
    samples.push(sample);
    if (samples.length > SPAN) samples.shift();
    const [oldest] = samples;
    if (oldest !== undefined && oldest !== sample) watcher.bars(callQuality(oldest, sample).bars);
  };
  const timer = setInterval(() => {
    call.stats().then(take, (error: unknown) => console.warn('A second was not measured', error));
  }, EVERY_MS);
  return () => clearInterval(timer);
}
