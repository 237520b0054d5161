import { FlaskConical, Plug, Unplug } from 'lucide-react';
import { webrtcText } from '../../texts/webrtc-test.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import type { ConnectionTest, ConnectionTestEvent } from './connection-test.ts';
import { buildTestOffer, PUBLIC_STUN } from './test-offer.ts';

interface ConnectionPanelProps {
  test: ConnectionTest;
  send: (event: ConnectionTestEvent) => void;
}

/** The simulated connection and the capability test, with their buttons. */
export function ConnectionPanel({ test, send }: ConnectionPanelProps) {
  const t = webrtcText.useText();
  const { state } = test.connection;
  const testCapabilities = async (): Promise<void> => {
    if (test.isTesting) return;
    send({ type: 'test', server: PUBLIC_STUN });
    if (test.support?.peerConnection === true) await buildTestOffer(send);
  };
  return (
    <Card aria-label={t('connectionTitle')}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h2 className="text-title font-semibold">{t('connectionTitle')}</h2>
        <StateSign state={state} />
      </div>
      <p className="prose-width mt-2 text-muted">{t('connectionNote')}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button disabled={state !== 'disconnected'} onClick={() => send({ type: 'connect' })}>
          <Plug aria-hidden className="size-5" />
          {t('connect')}
        </Button>
        <Button look="quiet" disabled={state === 'disconnected'} onClick={() => send({ type: 'disconnect' })}>
          <Unplug aria-hidden className="size-5" />
          {t('disconnect')}
        </Button>
      </div>
      <div className="mt-5 border-t border-line pt-5">
        <Button look="quiet" aria-disabled={test.isTesting} onClick={() => void testCapabilities()}>
          <FlaskConical aria-hidden className="size-5" />
          {t('testCapabilities')}
        </Button>
        <p className="prose-width mt-3 break-words text-note text-muted">
          {t('stunNote', { server: PUBLIC_STUN.replace('stun:', '') })}
        </p>
      </div>
    </Card>
  );
}

const LOOKS = {
  disconnected: { clothes: 'bg-soft text-muted', dot: 'bg-edge' },
  connecting: { clothes: 'bg-attention-soft text-attention', dot: 'bg-marigold' },
  connected: { clothes: 'bg-call-soft text-call', dot: 'bg-call' },
} as const;

function StateSign({ state }: { state: keyof typeof LOOKS }) {
  const t = webrtcText.useText();
  const { clothes, dot } = LOOKS[state];
  return (
    <span
      role="status"
      data-testid="connection-state"
      data-state={state}
      className={cx('inline-flex items-center gap-2 rounded-full px-3 py-1 text-note font-medium', clothes)}
    >
      <span aria-hidden className={cx('size-2 rounded-full', dot)} />
      {t(`state_${state}`)}
    </span>
  );
}
