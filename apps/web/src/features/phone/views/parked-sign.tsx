import { ArrowLeftRight, Phone } from 'lucide-react';
import { otherSide, shownCaller } from '../../../lib/calls/other-side.ts';
import { nameOrNumber, useNames } from '../../../lib/calls/use-names.ts';
import { phoneText } from '../../../texts/phone.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { endParked, swap } from '../call-line.ts';
import { usePhone } from '../phone-store.ts';
import { isService } from '../../../lib/calls/is-service.ts';
import { placeName } from '../../../ui/place.tsx';

/** The call that waits while another is talked on: taken up again, or ended. */
export function ParkedSign() {
  const t = phoneText.useText();
  const parked = usePhone((state) => state.parked);
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
    <div className="mt-4 flex items-center gap-2 rounded-control bg-soft py-1.5 ps-3 pe-1.5" data-testid="parked-call">
      <p className="min-w-0 flex-1 truncate text-note">{t('parked', { who })}</p>
      <Button look="plain" size="small" onClick={swap} data-testid="swap">
        <ArrowLeftRight aria-hidden className="size-4" />
        {t('swap')}
      </Button>
      <IconButton label={t('endParked', { who })} onClick={endParked} className="text-stop">
        <Phone aria-hidden className="size-4.5 rotate-[135deg] fill-current" />
      </IconButton>
    </div>
  );
}
