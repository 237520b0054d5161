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
