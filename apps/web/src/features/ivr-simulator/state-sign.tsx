import { ivrText } from '../../texts/ivr-simulator.ts';
import { cx } from '../../ui/cx.ts';
import type { Connection } from './simulator.ts';

const LOOKS = {
  disconnected: { clothes: 'bg-soft text-muted', dot: 'bg-edge' },
  connecting: { clothes: 'bg-attention-soft text-attention', dot: 'bg-marigold' },
  connected: { clothes: 'bg-call-soft text-call', dot: 'bg-call' },
} as const;

/** How the made-up connection stands, by word and colour; read out when it changes. */
export function StateSign({ state }: { state: Connection['state'] }) {
  const t = ivrText.useText();
  const { clothes, dot } = LOOKS[state];
  return (
    <span
      role="status"
      data-testid="sip-state"
      data-state={state}
      className={cx('inline-flex items-center gap-2 rounded-full px-3 py-1 text-note font-medium', clothes)}
    >
      <span aria-hidden className={cx('size-2 rounded-full', dot)} />
      {t(`state_${state}`)}
    </span>
  );
}
