import type { Call } from '@farline/contracts/calls';
import { FlaskConical } from 'lucide-react';
import { callsText } from '../texts/calls.ts';

type Way = Call['direction'];
const WORDS = { outbound: 'practiceCall', inbound: 'practiceCallIn' } as const;

/** Says of a call that a sandbox trunk carries it: nobody's telephone rings, and nobody's telephone calls. */
export function PracticeBadge({ way = 'outbound' }: { way?: Way }) {
  const t = callsText.useText();
  return (
    <p
      data-testid="practice"
      className="inline-block rounded-full bg-attention-soft px-2.5 py-1 text-center text-note font-medium text-balance text-attention"
    >
      <FlaskConical aria-hidden className="me-1.5 inline size-4 align-[-0.2em]" />
      {t(WORDS[way])}
    </p>
  );
}

/** The same where there is room for its sign alone. */
export function PracticeSign({ way = 'outbound' }: { way?: Way }) {
  const words = callsText.useText()(WORDS[way]);
  return (
    <span title={words} data-testid="practice" className="me-1.5 inline-flex align-[-0.125em]">
      <FlaskConical role="img" aria-label={words} className="size-4" />
    </span>
  );
}
