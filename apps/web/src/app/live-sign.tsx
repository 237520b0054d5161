import { CloudOff } from 'lucide-react';
import { useLiveState } from '../lib/live/live-events.ts';
import { shell } from '../texts/shell.ts';

/** Says that live updates are paused, and nothing while they flow. */
export function LiveSign() {
  const t = shell.useText();
  const state = useLiveState((live) => live.state);
  if (state !== 'waiting') return null;
  return (
    <span
      role="status"
      title={t('reconnectingLong')}
      className="late inline-flex items-center gap-1.5 text-note font-medium text-attention"
    >
      <CloudOff aria-hidden className="size-4" />
      <span className="max-sm:sr-only">{t('reconnecting')}</span>
    </span>
  );
}
