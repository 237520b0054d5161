import { ArrowLeftRight, Merge, Phone, Split } from 'lucide-react';
import { otherSide, shownCaller } from '../../../lib/calls/other-side.ts';
import { nameOrNumber, useNames } from '../../../lib/calls/use-names.ts';
import { phoneText } from '../../../texts/phone.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { endParked, merge, separate, swap } from '../call-line.ts';
import { canMerge, isTransferring, usePhone } from '../phone-store.ts';
import { isService } from '../../../lib/calls/is-service.ts';
import { placeName } from '../../../ui/place.tsx';

/** The call beside the one in use: taken up again, taken into it, let wait again, or ended. */
export function ParkedSign() {
  const t = phoneText.useText();
  const parked = usePhone((state) => state.parked);
  const isMergeable = usePhone(canMerge);
  const isLeaving = usePhone(isTransferring);
  const nameOf = useNames();
  if (parked === null) return null;
  const { call } = parked.phone;
  const number = otherSide(call);
  const who = isService(call.destination)
    ? placeName(call.destination)
    : number === null
      ? (shownCaller(call) ?? t('noNumberShown'))
      : nameOrNumber(nameOf(number), number);
  return (
    <div className="mt-4 rounded-control bg-soft py-1.5 ps-3 pe-1.5" data-testid="parked-call">
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 truncate text-note">{t(parked.isMerged ? 'merged' : 'parked', { who })}</p>
        <IconButton label={t('endParked', { who })} look="stopText" onClick={endParked}>
          <Phone aria-hidden className="size-4.5 rotate-[135deg] fill-current" />
        </IconButton>
      </div>
      <div className="flex flex-wrap gap-1">
        {parked.isMerged ? (
          <Button look="plain" size="small" onClick={separate} data-testid="split">
            <Split aria-hidden className="size-4" />
            {t('split')}
          </Button>
        ) : (
          <>
            <Button look="plain" size="small" onClick={swap} disabled={isLeaving} data-testid="swap">
              <ArrowLeftRight aria-hidden className="size-4" />
              {t('swap')}
            </Button>
            <Button look="plain" size="small" onClick={() => void merge()} disabled={!isMergeable} data-testid="merge">
              <Merge aria-hidden className="size-4" />
              {t('merge')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
