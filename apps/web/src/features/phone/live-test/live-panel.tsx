import { AudioLines, Square } from 'lucide-react';
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { webrtcText } from '../../../texts/webrtc-test.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { EchoLine } from './echo-line.ts';
import { LineFiguresView } from './line-figures-view.tsx';
import type { LineVerdict } from './line-verdict.ts';
import { isUnderWay, type LiveTest, MEASURE_MS, nextLiveTest } from './live-test.ts';
import { runLiveTest } from './run-live-test.ts';

interface LivePanelProps {
  id: string;
  line: EchoLine;
  /** What a visitor may do, said before they do it. */
  limits: string | null;
  startsAtOnce: boolean;
}

/** A real call to the echo service, measured. */
export function LivePanel({ id, line, limits, startsAtOnce }: LivePanelProps) {
  const t = webrtcText.useText();
  const [test, tell] = useReducer(nextLiveTest, { state: 'idle' });
  const stop = useRef<() => void>(() => undefined);
  const start = (): void => {
    stop.current = runLiveTest(line, tell);
  };
  const startUnasked = useEffectEvent(start);
  useEffect(() => {
    if (startsAtOnce) startUnasked();
    return () => stop.current();
  }, [startsAtOnce]);
  const seconds = MEASURE_MS / 1_000;
  const figures = test.state === 'measuring' || test.state === 'done' ? test.figures : null;

  return (
    <Card
      id={id}
      aria-label={t('liveTitle')}
      className="flex scroll-my-24 flex-col"
      data-testid="live-test"
      data-state={test.state}
    >
      <h2 className="text-title font-semibold">{t('liveTitle')}</h2>
      <p className="prose-width mt-2 text-muted">{t('liveBody', { seconds })}</p>
      {limits !== null && <p className="prose-width mt-2 text-note text-muted">{limits}</p>}
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        {isUnderWay(test) ? (
          <Button look="stop" onClick={() => stop.current()}>
            <Square aria-hidden className="size-4" />
            {t('liveStop')}
          </Button>
        ) : (
          <Button look="call" onClick={start}>
            <AudioLines aria-hidden className="size-5" />
            {t(test.state === 'idle' ? 'liveStart' : 'liveAgain')}
          </Button>
        )}
        <Progress test={test} />
      </div>
      <LineFiguresView figures={figures} />
      <div className="mt-5 min-h-24">
        {test.state === 'done' && <Verdict verdict={test.verdict} isHeard={test.figures?.isHeard ?? null} />}
        {test.state === 'failed' && (
          <Notice kind="error" title={test.sentence}>
            {test.wayOut}
          </Notice>
        )}
      </div>
    </Card>
  );
}

function Progress({ test }: { test: LiveTest }) {
  const t = webrtcText.useText();
  return (
    <p className="figures text-note text-muted" data-testid="live-progress">
      {test.state === 'measuring' ? (
        <SecondsLeft until={test.answeredAtMs + MEASURE_MS} />
      ) : (
        t(`live_${test.state}`, { seconds: MEASURE_MS / 1_000 })
      )}
    </p>
  );
}

function SecondsLeft({ until }: { until: number }) {
  const t = webrtcText.useText();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return t('live_measuring', { seconds: Math.max(0, Math.ceil((until - now) / 1_000)) });
}

const VERDICT_KINDS = { good: 'success', fair: 'warning', poor: 'error', silent: 'error' } as const;

function Verdict({ verdict, isHeard }: { verdict: LineVerdict; isHeard: boolean | null }) {
  const t = webrtcText.useText();
  return (
    <Notice kind={VERDICT_KINDS[verdict.is]} title={t(`verdict_${verdict.is}`)} data-testid="live-verdict">
      <p>{t(`because_${verdict.because}`)}</p>
      {isHeard === false && verdict.is !== 'silent' && <p className="mt-2">{t('quietNote')}</p>}
    </Notice>
  );
}
