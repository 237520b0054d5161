import type { CSSProperties } from 'react';
import { cx } from '../../../ui/cx.ts';

const ARC = 'M34 78C34 4 286 -14 286 62';

/** The mark as call figure: a dot travels while it calls, the far dot rings, the arc brightens when the far side answers. */
export function CallFigure({ state }: { state: 'calling' | 'ringing' | 'in-call' | 'ended' }) {
  const isJoined = state === 'in-call';
  return (
    <svg
      viewBox="0 0 320 108"
      fill="none"
      aria-hidden
      className="mx-auto w-full max-w-76 overflow-visible max-sm:short:max-w-40 low:hidden rtl:-scale-x-100"
    >
      <path
        d={ARC}
        strokeWidth={isJoined ? 6 : 4}
        strokeLinecap="round"
        strokeDasharray={isJoined ? undefined : '0.1 11'}
        className={cx(
          'transition-[stroke-width] duration-200',
          isJoined ? 'stroke-call' : 'stroke-muted',
          state === 'ended' && 'opacity-45',
        )}
      />
      {(state === 'calling' || state === 'ringing') && (
        <circle r="5.5" className="travelling fill-accent" style={{ '--arc': `"${ARC}"` } as CSSProperties} />
      )}
      {state === 'ringing' && (
        <circle
          cx="286"
          cy="72"
          r="13"
          className="origin-center animate-[ring-out_1.6s_ease-out_infinite] fill-marigold motion-reduce:hidden"
          style={{ transformBox: 'fill-box' }}
        />
      )}
      <circle cx="34" cy="86" r="19" className={isJoined ? 'fill-call' : 'fill-accent'} />
      <circle cx="286" cy="72" r="12" className={farColour(state)} />
    </svg>
  );
}

function farColour(state: 'calling' | 'ringing' | 'in-call' | 'ended'): string {
  if (state === 'in-call') return 'fill-call';
  if (state === 'ringing') return 'fill-marigold';
  return state === 'ended' ? 'fill-muted' : 'fill-line stroke-muted stroke-2';
}
