import { Phone } from 'lucide-react';
import { formatDuration } from '../../../lib/format/format.ts';
import { showNumber } from '../../../lib/format/phone-number.ts';
import { phoneText } from '../../../texts/phone.ts';
import { Button } from '../../../ui/button.tsx';
import { hangUp } from '../call-control.ts';
import { type PhoneState, stateWord } from '../phone-state.ts';
import { usePhone } from '../phone-store.ts';
import { useNow } from '../../../lib/page/use-now.ts';

/** The closed phone: one button within the thumb's reach. */
export function OpenButton() {
  const t = phoneText.useText();
  const elsewhere = usePhone((state) => state.elsewhere);
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

/** A call under way while the sheet is down: seen from everywhere, ended from here. */
export function CallBar() {
  const t = phoneText.useText();
  const phone = usePhone((state) => state.phone);
  const now = useNow(phone.state === 'talking');
  return (
    <div
      data-testid="call-bar"
      data-state={stateWord(phone)}
      className="fixed inset-x-0 bottom-0 z-40 flex items-center gap-3 bg-text px-4 pb-[calc(0.75rem+env(safe-area-inset-bottom))] pt-3 text-ground shadow-float sm:inset-x-auto sm:bottom-4 sm:end-4 sm:w-90 sm:rounded-card sm:pb-3"
    >
      <button
        type="button"
        aria-label={t('open')}
        onClick={() => usePhone.setState({ isOpen: true })}
        className="min-w-0 flex-1 rounded-small text-start outline-offset-4"
      >
        <span className="phone-number block truncate font-semibold">{numberOf(phone)}</span>
        <span className="figures block text-note opacity-80">
          {phone.state === 'talking' ? formatDuration((now - phone.answeredAtMs) / 1000) : t('calling')}
        </span>
      </button>
      <Button look="stop" onClick={hangUp} aria-label={t('hangUp')}>
        <Phone aria-hidden className="size-5 rotate-[135deg] fill-current" />
      </Button>
    </div>
  );
}

function numberOf(phone: PhoneState): string {
  if (phone.state === 'starting') return phone.number;
  return phone.state === 'idle' ? '' : showNumber(phone.call.to);
}
