import { CircleAlert, CircleCheck, Info, Trash2, TriangleAlert } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { LogKind } from '../lib/page/activity-log.ts';
import { formatClock } from '../lib/format/format-clock.ts';
import { sharedText } from '../texts/shared.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { cx } from './cx.ts';

const KINDS = {
  info: { icon: Info, colour: 'text-muted' },
  success: { icon: CircleCheck, colour: 'text-call' },
  warning: { icon: TriangleAlert, colour: 'text-attention' },
  error: { icon: CircleAlert, colour: 'text-stop' },
} as const;

interface ActivityLogViewProps {
  title: string;
  /** Oldest first, in the page's language. */
  entries: readonly { id: number; atMs: number; kind: LogKind; text: string }[];
  /** How many entries there are, as a phrase. */
  count: string;
  empty: string;
  clear: string;
  onClear: () => void;
  /** The word for each kind, for people who do not see its colour. */
  kindWords: Readonly<Record<LogKind, string>>;
  className?: string;
}

/** What happened, line by line with the time; the newest is kept in sight and read out. */
export function ActivityLogView({
  title,
  entries,
  count,
  empty,
  clear,
  onClear,
  kindWords,
  className,
}: ActivityLogViewProps) {
  const titleId = useId();
  const list = useRef<HTMLDivElement>(null);
  const newest = entries.at(-1)?.id;
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [newest]);

  return (
    <Card className={cx('flex flex-col', className)} aria-labelledby={titleId}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id={titleId} className="text-title font-semibold">
          {title}
        </h2>
        <span data-testid="log-count" className="figures rounded-full bg-soft px-2.5 py-0.5 text-note text-muted">
          {count}
        </span>
        <Button look="quiet" size="small" className="ms-auto" onClick={onClear} disabled={entries.length === 0}>
          <Trash2 aria-hidden className="size-4" />
          {clear}
        </Button>
      </div>
      <div
        ref={list}
        role="log"
        aria-labelledby={titleId}
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="relative mt-4 h-72 overflow-y-auto rounded-control bg-softer p-3 text-note sm:p-4"
      >
        {entries.length === 0 ? (
          <p className="text-muted">{empty}</p>
        ) : (
          <ol className="grid gap-1.5">
            {entries.map((entry) => (
              <Line key={entry.id} {...entry} kindWord={kindWords[entry.kind]} />
            ))}
          </ol>
        )}
      </div>
    </Card>
  );
}

function Line({ atMs, kind, text, kindWord }: { atMs: number; kind: LogKind; text: string; kindWord: string }) {
  const { icon: Icon, colour } = KINDS[kind];
  return (
    <li data-kind={kind} className="grid grid-cols-[auto_auto_1fr] items-start gap-x-2.5">
      <time dateTime={new Date(atMs).toISOString()} className="figures text-muted">
        {formatClock(atMs)}
      </time>
      <Icon aria-hidden className={cx('mt-0.5 size-3.5', colour)} />
      <span className={cx('min-w-0 break-words', kind === 'error' && 'font-medium text-stop')}>
        <span className="sr-only">{`${kindWord}${sharedText.say('colon')}`}</span>
        {text}
      </span>
    </li>
  );
}
