import type { Call } from '@farline/contracts/calls';
import { formatDuration, formatRunningPrice } from '../../../lib/format/format.ts';
import { priceSoFar } from '../../../lib/calls/price-so-far.ts';
import { phoneText } from '../../../texts/phone.ts';
import { Button } from '../../../ui/button.tsx';
import { CallFigure } from './call-figure.tsx';
import { Identity } from './identity.tsx';
import { dismissElsewhere } from '../phone-store.ts';
import { endOnServer } from '../end-on-server.ts';
import { TransferredView } from './transferred-view.tsx';
import { useNow } from '../../../lib/page/use-now.ts';
import { isService } from '../../../lib/calls/is-service.ts';

/** A call of this user on another tab or device: shown here and ended here, carried there. */
export function ElsewhereView({ call }: { call: Call }) {
  const t = phoneText.useText();
  const now = useNow(call.answeredAt !== null);
  if (call.transfer?.isJoined === true) {
    return <TransferredView call={call} onDone={dismissElsewhere} />;
  }
  const seconds = call.answeredAt === null ? 0 : Math.max(0, (now - Date.parse(call.answeredAt)) / 1000);
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-5 pt-6 short:pt-1 text-center">
        <CallFigure state={call.answeredAt === null ? 'ringing' : 'in-call'} />
        <div className="mt-4">
          <Identity call={call} />
        </div>
        <p className="mt-4 text-lead font-medium">{t('elsewhere')}</p>
        {call.answeredAt !== null && (
          <p className="figures mt-1">
            <span data-testid="timer">{formatDuration(seconds)}</span>
            {!isService(call.destination) && (
              <span className="ms-3 text-muted">
                {formatRunningPrice(
                  priceSoFar(call.terms, Math.max(1, Math.ceil(seconds)) - (call.included?.seconds ?? 0)),
                )}{' '}
                {t('soFar')}
              </span>
            )}
          </p>
        )}
        <p className="mx-auto mt-3 max-w-64 text-note text-muted">{t('elsewhereBody')}</p>
      </div>
      <div className="grid gap-2 p-5 pt-4">
        <Button look="stop" size="large" className="w-full" onClick={() => void endOnServer(call.id)}>
          {t('hangUp')}
        </Button>
        <Button look="quiet" size="large" className="w-full" onClick={dismissElsewhere}>
          {t('useHere')}
        </Button>
      </div>
    </>
  );
}
