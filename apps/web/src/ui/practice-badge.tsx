import { FlaskConical } from 'lucide-react';
import { callsText } from '../texts/calls.ts';

/** Says of a call that a sandbox trunk carries it: nobody's telephone rings. */
export function PracticeBadge() {
  const t = callsText.useText();
  return (
    <p
      data-testid="practice"
      className="inline-flex items-center gap-1.5 rounded-full bg-attention-soft px-2.5 py-1 text-note font-medium text-attention"
    >
      <FlaskConical aria-hidden className="size-4 shrink-0" />
      {t('practiceCall')}
    </p>
  );
}

/** The same where there is room for its sign alone. */
export function PracticeSign() {
  const words = callsText.useText()('practiceCall');
  return (
    <span title={words} data-testid="practice" className="me-1.5 inline-flex align-[-0.125em]">
      <FlaskConical role="img" aria-label={words} className="size-4" />
    </span>
  );
}
