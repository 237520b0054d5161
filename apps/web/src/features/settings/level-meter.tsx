import { Mic, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { settingsText } from '../../texts/settings.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type LevelWord, levelWord } from './level.ts';
import { listen } from './listen.ts';

/** The loudest of this many readings decides what is said: about two seconds. */
const REMEMBERED = 25;

interface LevelMeterProps {
  /** What tells the chosen microphone from others: with another value while one is measured, the test goes on with that one. */
  microphone: string;
  /** Opens the chosen microphone. */
  open: () => Promise<MediaStream>;
  close: (stream: MediaStream) => void;
  /** Why it could not be opened, and what helps. */
  explain: (error: unknown) => { title: string; body: string };
}

/** Shows how loud the microphone hears the person, in a bar and in words. */
export function LevelMeter(props: LevelMeterProps) {
  const t = settingsText.useText();
  const { level, word, isOn, problem, start, stop } = useMeter(props);
  return (
    <div className="grid gap-3" data-testid="level-meter" data-word={isOn ? word : undefined}>
      <p className="text-note text-muted">{t('meterLead')}</p>
      <div className="flex flex-wrap items-center gap-3">
        {isOn ? (
          <Button look="quiet" onClick={stop}>
            <Square aria-hidden className="size-4" />
            {t('meterStop')}
          </Button>
        ) : (
          <Button look="quiet" onClick={start}>
            <Mic aria-hidden className="size-5" />
            {t('meterStart')}
          </Button>
        )}
        <div
          role="meter"
          aria-label={t('meterLabel')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(level * 100)}
          className="relative h-3 min-w-40 flex-1 overflow-hidden rounded-full bg-press"
        >
          <div
            className="h-full origin-left rounded-full bg-accent transition-transform duration-75 rtl:origin-right"
            style={{ transform: `scaleX(${level})` }}
          />
        </div>
      </div>
      <p role="status" className="min-h-5 text-note font-medium">
        {isOn ? t(`meter_${word}`) : ''}
      </p>
      {problem !== null && (
        <Notice kind="error" title={problem.title}>
          {problem.body}
        </Notice>
      )}
    </div>
  );
}

/** A test of the microphone: starts it, stops it, and tells how loud it is. */
function useMeter({ microphone, open, close, explain }: LevelMeterProps) {
  const [level, setLevel] = useState(0);
  const [word, setWord] = useState<LevelWord>('quiet');
  const [isOn, setOn] = useState(false);
  const [problem, setProblem] = useState<{ title: string; body: string } | null>(null);
  /** Null: neither on nor about to be. */
  const stop = useRef<(() => void) | null>(null);

  const start = async (): Promise<void> => {
    setProblem(null);
    stop.current?.();
    let isWanted = true;
    stop.current = () => {
      isWanted = false;
    };
    try {
      const stream = await open();
      if (!isWanted) return close(stream); // While it was opened, the page was left, the button pressed again, or another one chosen.
      const recent: number[] = [];
      const stopListening = listen(stream, (now) => {
        recent.push(now);
        if (recent.length > REMEMBERED) recent.shift();
        setLevel(now);
        setWord(levelWord(Math.max(...recent)));
      });
      setOn(true);
      stop.current = () => {
        stopListening();
        close(stream);
        setOn(false);
        setLevel(0);
        stop.current = null;
      };
    } catch (error) {
      if (!isWanted) return;
      stop.current = null;
      setProblem(explain(error));
    }
  };
  useEffect(() => () => stop.current?.(), []);
  const measured = useRef(microphone);
  useEffect(() => {
    if (measured.current === microphone) return;
    measured.current = microphone;
    if (stop.current !== null) void start();
  });
  return { level, word, isOn, problem, start: () => void start(), stop: () => stop.current?.() };
}
