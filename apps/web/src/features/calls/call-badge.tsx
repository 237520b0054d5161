import type { Call, CallStatus } from '@farline/contracts/calls';
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { isAnsweredForPeople } from '../../lib/calls/call-kind.ts';
import { i18n } from '../../lib/language/i18n.ts';
import { callsText } from '../../texts/calls.ts';
import { cx } from '../../ui/cx.ts';

const LOOKS = {
  green: { clothes: 'bg-call-soft text-call', icon: CircleCheck },
  red: { clothes: 'bg-stop-soft text-stop', icon: CircleX },
  yellow: { clothes: 'bg-attention-soft text-attention', icon: CircleDashed },
} as const;

/** How a call stands: failed is red, anything else yellow, each with its word, where a line has room for it. What went well has a green tick alone, and its word when that is pointed at or read out. */
export function CallBadge({ call }: { call: Pick<Call, 'status' | 'reason'> }) {
  const t = callsText.useText();
  const isForPeople = isAnsweredForPeople(call);
  const { clothes, icon: Icon } = LOOKS[isForPeople ? 'yellow' : colourOf(call.status)];
  const status = t(`status_${call.status}`);
  if (call.status === 'completed' && !isForPeople) {
    return (
      <span title={status} data-status={call.status} className="inline-block align-middle text-call">
        <Icon aria-hidden className="size-4" />
        <span className="sr-only">{status}</span>
      </span>
    );
  }
  const reason = call.status === 'failed' || isForPeople ? reasonWord(call.reason) : null;
  return (
    <span
      title={reason === null ? status : `${status}: ${reason}`}
      data-status={call.status}
      className={cx(
        'inline-flex items-center gap-1.5 whitespace-nowrap rounded-full py-0.5 ps-1.5 pe-2.5 text-note font-medium @max-lg:@md:pe-1.5',
        clothes,
      )}
    >
      <Icon aria-hidden className="size-4" />
      <span className="@max-lg:@md:sr-only">{reason ?? status}</span>
    </span>
  );
}

function colourOf(status: CallStatus): keyof typeof LOOKS {
  if (status === 'completed') return 'green';
  return status === 'failed' ? 'red' : 'yellow';
}

/** The few reasons that have a word of their own; the others are told in the details. */
function reasonWord(reason: Call['reason']): string | null {
  const key = `reason_${reason}`;
  return i18n.exists(key, { ns: 'calls' }) ? i18n.t(key, { ns: 'calls' }) : null;
}
