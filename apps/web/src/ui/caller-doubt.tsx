import type { Call } from '@farline/contracts/calls';
import { ShieldAlert } from 'lucide-react';
import { callerDoubtText } from '../texts/numbers/caller-doubt.ts';

/** Why the number of whoever calls is not to be trusted, as a sentence; nothing where nothing speaks against it. */
export function CallerDoubtNote({ call }: { call: Pick<Call, 'callerDoubt'> }) {
  const t = callerDoubtText.useText();
  if (call.callerDoubt === null) return null;
  return (
    <p className="mt-2 flex items-start gap-2 text-note font-medium text-stop" data-testid="caller-doubt">
      <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{t(call.callerDoubt)}</span>
    </p>
  );
}

/** The same as a sign, for lists. */
export function CallerDoubtSign({ call }: { call: Pick<Call, 'callerDoubt'> }) {
  const t = callerDoubtText.useText();
  if (call.callerDoubt === null) return null;
  return (
    <span
      title={t(call.callerDoubt)}
      className="me-1 inline-block align-[-0.1em] text-stop"
      data-testid="caller-doubt-sign"
    >
      <ShieldAlert aria-hidden className="size-3.5" />
      <span className="sr-only">{t(call.callerDoubt)}</span>
    </span>
  );
}
