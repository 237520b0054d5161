import type { CallForward } from '@farline/contracts/numbers/number-forwarding';
import { Link } from 'react-router';
import { formatPrice } from '../../lib/format/format.ts';
import { showNumber } from '../../lib/format/phone-number.ts';
import { translateProblem } from '../../lib/language/i18n.ts';
import { callDetailText } from '../../texts/calls/call-detail.ts';
import { Part } from '../../ui/part.tsx';

/** How a call hangs together with the other half of its forwarding. */
export function CallForwarding({ forward }: { forward: CallForward }) {
  const t = callDetailText.useText();
  const { role, callId, refusal, most } = forward;
  const number = showNumber(forward.number);
  const sentence = t(role === 'given' ? 'forwardedTo' : 'forwardedFrom', { number });
  return (
    <Part title={t('forwarding')}>
      <p className="text-note">
        {refusal === null ? sentence : `${t('notForwarded', { number })} ${translateProblem(refusal)}`}
        {most !== null && ` ${t('mostOfForward', { amount: formatPrice(most) })}`}
      </p>
      {callId !== null && (
        <Link to={`/calls/${callId}`} className="text-note text-accent underline underline-offset-4">
          {t('otherCall')}
        </Link>
      )}
    </Part>
  );
}
