import { Grip, Phone } from 'lucide-react';
import { NARROW, useMediaQuery } from '../../../lib/page/use-media-query.ts';
import { phoneText } from '../../../texts/phone.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { usePhone } from '../phone-store.ts';

/** The closed phone: one button within the thumb's reach. On a telephone the bar at the foot has it. */
export function OpenButton() {
  const t = phoneText.useText();
  const elsewhere = usePhone((state) => state.elsewhere);
  const isNarrow = useMediaQuery(NARROW);
  if (isNarrow) return null;
  return (
    <Button
      look="call"
      size="large"
      aria-label={t('open')}
      data-testid="open-phone"
      data-over-corner
      className="fixed bottom-[calc(1rem+env(safe-area-inset-bottom))] end-4 z-30 rounded-full shadow-float"
      onClick={() => usePhone.setState({ isOpen: true })}
    >
      <Phone aria-hidden className="size-5 fill-current" />
      {elsewhere === null ? t('phone') : t('elsewhere')}
    </Button>
  );
}

/** The phone's place in the bar at the foot: with a mark while a call of this person runs on another device. */
export function PhoneButton({ className }: { className: string }) {
  const t = phoneText.useText();
  const isElsewhere = usePhone((state) => state.elsewhere !== null);
  const isOpen = usePhone((state) => state.isOpen);
  return (
    <button
      type="button"
      aria-label={isElsewhere ? `${t('open')}. ${t('elsewhere')}` : t('open')}
      aria-expanded={isOpen}
      data-testid="open-phone"
      className={cx(className, 'font-semibold text-call')}
      onClick={() => usePhone.setState({ isOpen: true })}
    >
      <span className="relative">
        <Grip aria-hidden className="size-5.5" />
        {isElsewhere && <span className="absolute -end-1.5 -top-1 size-2.5 rounded-full bg-attention" />}
      </span>
      <span className="max-w-full truncate px-0.5">{t('phone')}</span>
    </button>
  );
}
