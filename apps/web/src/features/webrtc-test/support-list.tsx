import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { webrtcText } from '../../texts/webrtc-test.ts';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import type { Support } from './support.ts';

const PARTS = ['peerConnection', 'dataChannel', 'microphone', 'secure'] as const satisfies readonly (keyof Support)[];

/** What this browser has of WebRTC, part by part. */
export function SupportList({ support }: { support: Support | null }) {
  const t = webrtcText.useText();
  return (
    <Card aria-label={t('supportTitle')}>
      <h2 className="text-title font-semibold">{t('supportTitle')}</h2>
      <p
        data-testid="webrtc-support"
        data-supported={support?.peerConnection}
        className={cx('mt-1 font-medium', support?.peerConnection === false ? 'text-stop' : 'text-call')}
      >
        {support !== null && t(support.peerConnection ? 'supported' : 'unsupported')}
      </p>
      <ul className="mt-4 grid gap-2.5 @md:grid-cols-2">
        {PARTS.map((part) => (
          <Part key={part} name={t(`part_${part}`)} isThere={support === null ? null : support[part]} />
        ))}
      </ul>
      {support?.secure === false && <p className="mt-4 text-note text-muted">{t('secureNote')}</p>}
    </Card>
  );
}

function Part({ name, isThere }: { name: string; isThere: boolean | null }) {
  const t = webrtcText.useText();
  const Icon = isThere === null ? CircleDashed : isThere ? CircleCheck : CircleX;
  const colour = isThere === null ? 'text-muted' : isThere ? 'text-call' : 'text-stop';
  return (
    <li className="flex items-start gap-2.5">
      <Icon aria-hidden className={cx('mt-0.5 size-5 shrink-0', colour)} />
      <span>
        <span className="block leading-tight">{name}</span>
        {isThere !== null && <span className="text-note text-muted">{t(isThere ? 'has' : 'hasNot')}</span>}
      </span>
    </li>
  );
}
