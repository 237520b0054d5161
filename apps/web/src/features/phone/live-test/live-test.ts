import type { LineSample } from './line-sample.ts';
import { figuresOf, judgeLine, type LineFigures, type LineVerdict } from './line-verdict.ts';

/** So long a test is measured after the answer. */
export const MEASURE_MS = 10_000;

export type LiveTest =
  | { state: 'idle' }
  /** Microphone and credentials. */
  | { state: 'starting' }
  | { state: 'calling' }
  | { state: 'measuring'; answeredAtMs: number; samples: readonly LineSample[]; figures: LineFigures | null }
  | { state: 'done'; figures: LineFigures | null; verdict: LineVerdict }
  | { state: 'failed'; sentence: string; wayOut: string };

export type LiveTestEvent =
  | { type: 'started' }
  | { type: 'calling' }
  | { type: 'answered'; atMs: number }
  | { type: 'sample'; sample: LineSample }
  /** The time is over. */
  | { type: 'measured' }
  /** No call, or none any more, before it was measured. */
  | { type: 'failed'; sentence: string; wayOut: string }
  | { type: 'stopped' };

/** The live test after an event. What comes late changes nothing. */
export function nextLiveTest(test: LiveTest, event: LiveTestEvent): LiveTest {
  switch (event.type) {
    case 'started':
      return isUnderWay(test) ? test : { state: 'starting' };
    case 'calling':
      return test.state === 'starting' ? { state: 'calling' } : test;
    case 'answered':
      return test.state === 'calling'
        ? { state: 'measuring', answeredAtMs: event.atMs, samples: [], figures: null }
        : test;
    case 'sample': {
      if (test.state !== 'measuring') return test;
      const samples = [...test.samples, event.sample];
      return { ...test, samples, figures: figuresOf(samples) };
    }
    case 'measured':
      return test.state === 'measuring'
        ? { state: 'done', figures: test.figures, verdict: judgeLine(test.figures) }
        : test;
    case 'failed':
      return isUnderWay(test) ? { state: 'failed', sentence: event.sentence, wayOut: event.wayOut } : test;
    case 'stopped':
      return isUnderWay(test) ? { state: 'idle' } : test;
  }
}

/** Whether a call is on its way or running. */
export function isUnderWay(test: LiveTest): boolean {
  return test.state === 'starting' || test.state === 'calling' || test.state === 'measuring';
}
