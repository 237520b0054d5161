import { webrtcText } from '../../../texts/webrtc-test.ts';
import { type EchoCall, type EchoLine, EchoRefusal } from './echo-line.ts';
import { readLineSample } from './line-sample.ts';
import { type LiveTestEvent, MEASURE_MS } from './live-test.ts';

const SAMPLE_EVERY_MS = 500;
/** From the INVITE on: the echo answers at once, so this long a silence is a failure. */
const ANSWER_WITHIN_MS = 20_000;

/** Places the echo call, measures it, hangs up, and tells each step. Gives the function that stops it at once. */
export function runLiveTest(line: EchoLine, tell: (event: LiveTestEvent) => void): () => void {
  let call: EchoCall | null = null;
  let isOver = false;
  const timers: ReturnType<typeof setTimeout>[] = [];

  const over = (event: LiveTestEvent): void => {
    if (isOver) return;
    isOver = true;
    for (const timer of timers) clearTimeout(timer);
    call?.hangUp();
    tell(event);
  };
  const sample = async (): Promise<void> => {
    const report = await call?.stats().catch(() => undefined); // The connection may be closing.
    const read = report === undefined ? null : readLineSample(report, Date.now());
    if (read !== null && !isOver) tell({ type: 'sample', sample: read });
  };
  const measure = (): void => {
    tell({ type: 'answered', atMs: Date.now() });
    timers.push(
      setInterval(() => void sample(), SAMPLE_EVERY_MS),
      setTimeout(() => void sample().then(() => over({ type: 'measured' })), MEASURE_MS),
    );
  };

  tell({ type: 'started' });
  void line
    .call({
      calling() {
        if (isOver) return;
        tell({ type: 'calling' });
        timers.push(setTimeout(() => over(failure('no_answer')), ANSWER_WITHIN_MS));
      },
      answered() {
        if (isOver) return;
        for (const timer of timers.splice(0)) clearTimeout(timer);
        measure();
      },
      ended(refusal) {
        over(refusal === null ? failure('ended') : refused(refusal));
      },
    })
    .then((placed) => {
      if (isOver) placed.hangUp();
      else call = placed;
    })
    .catch((error: unknown) => over(error instanceof EchoRefusal ? refused(error) : failure('ended')));

  return () => over({ type: 'stopped' });
}

function refused({ message, wayOut }: EchoRefusal): LiveTestEvent {
  return { type: 'failed', sentence: message, wayOut };
}

function failure(what: 'ended' | 'no_answer'): LiveTestEvent {
  return {
    type: 'failed',
    sentence: webrtcText.say(`problem_${what}`),
    wayOut: webrtcText.say(`problemBody_${what}`),
  };
}
