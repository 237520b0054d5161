import type { BroadcastStatus } from '@farline/contracts/messages/broadcasts';
import { broadcastsText } from '../../texts/broadcasts.ts';
import { cx } from '../../ui/cx.ts';

const COLOURS: Record<BroadcastStatus, string> = {
  draft: 'bg-soft text-text',
  running: 'bg-accent-soft text-text',
  paused: 'bg-attention-soft text-text',
  completed: 'bg-call-soft text-text',
  cancelled: 'bg-soft text-muted',
};

/** How far a broadcast is, in a word. */
export function BroadcastBadge({ status }: { status: BroadcastStatus }) {
  const t = broadcastsText.useText();
  return (
    <span className={cx('rounded-full px-2.5 py-0.5 text-note font-medium', COLOURS[status])} data-status={status}>
      {t(`status_${status}`)}
    </span>
  );
}
