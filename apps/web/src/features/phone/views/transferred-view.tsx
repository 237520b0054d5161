import type { Call } from '@farline/contracts/calls';
import { showNumber } from '../../../lib/format/phone-number.ts';
import { phoneText } from '../../../texts/phone.ts';
import { Button } from '../../../ui/button.tsx';
import { CallFigure } from './call-figure.tsx';
import { endOnServer } from '../end-on-server.ts';
import { Identity } from './identity.tsx';

/** A call that goes on without this person, who still pays for it: between whom, and the way to end it. */
export function TransferredView({ call, onDone }: { call: Call; onDone: () => void }) {
  const t = phoneText.useText();
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-5 pt-6 text-center short:pt-1">
        <CallFigure state="in-call" />
        <div className="mt-4">
          <Identity call={call} />
        </div>
        <p className="mt-4 text-lead font-medium text-balance" data-testid="transferred">
          {t(call.transfer?.role === 'placed' ? 'takesOver' : 'transferred', {
            number: showNumber(call.transfer?.number ?? ''),
          })}
        </p>
        <p className="mx-auto mt-2 max-w-72 text-note text-muted">{t('transferredBody')}</p>
      </div>
      <div className="grid gap-2 p-5 pt-4">
        <Button
          look="quiet"
          size="large"
          className="w-full"
          onClick={() => void endOnServer(call.id)}
          data-testid="end-both"
        >
          {t('endBoth')}
        </Button>
        <Button size="large" className="w-full" onClick={onDone}>
          {t('newNumber')}
        </Button>
      </div>
    </>
  );
}
