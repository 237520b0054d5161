import { Mic, MicOff, Phone } from 'lucide-react';
import { otherSide } from '../../../lib/calls/other-side.ts';
import { nameOrNumber, useNames } from '../../../lib/calls/use-names.ts';
import { formatDuration, formatRunningPrice } from '../../../lib/format/format.ts';
import { phoneText } from '../../../texts/phone.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { hangUp, toggleMute } from '../call-control.ts';
import { costSoFar, isFree } from '../cost-so-far.ts';
import { type PhoneState, stateWord, talkedSeconds } from '../phone-state.ts';
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

/** A call under way while the sheet is down: seen from everywhere, above dialogs too, muted and ended from here. */
export function CallBar() {
  const t = phoneText.useText();
  const phone = usePhone((state) => state.phone);
  const isEndAsked = usePhone((state) => state.isEndAsked);
  return (
    <div
      data-testid="call-bar"
      data-state={stateWord(phone)}
      className="fixed inset-x-0 bottom-0 z-60 flex items-center gap-2 bg-text px-4 pb-[calc(0.75rem+env(safe-area-inset-bottom))] pt-3 text-ground shadow-float sm:inset-x-auto sm:bottom-4 sm:end-4 sm:w-90 sm:rounded-card sm:pb-3"
    >
      <button
        type="button"
        aria-label={t('open')}
        onClick={() => usePhone.setState({ isOpen: true })}
        className="min-w-0 flex-1 rounded-small text-start outline-offset-4"
      >
        <Who phone={phone} />
        <span className="figures block truncate text-note opacity-80">
          {isEndAsked ? t('escAgain') : <HowLong phone={phone} />}
        </span>
      </button>
      <Mute />
      <Button look="stop" onClick={hangUp} aria-label={t('hangUp')} data-testid="bar-hang-up">
        <Phone aria-hidden className="size-5 rotate-[135deg] fill-current" />
      </Button>
    </div>
  );
}

function Who({ phone }: { phone: PhoneState }) {
  const t = phoneText.useText();
  const nameOf = useNames();
  const number = phone.state === 'starting' ? phone.number : 'call' in phone ? otherSide(phone.call) : '';
  const isEcho = 'call' in phone && phone.call.destination.kind === 'echo';
  return (
    <span className="phone-number block truncate font-semibold">
      {isEcho ? t('echoName') : number === null ? t('noNumberShown') : nameOrNumber(nameOf(number), number)}
    </span>
  );
}

/** The time, and what it came to. */
function HowLong({ phone }: { phone: PhoneState }) {
  const t = phoneText.useText();
  const now = useNow(phone.state === 'talking');
  if (phone.state !== 'talking') return t('calling');
  const duration = formatDuration(talkedSeconds(phone, now));
  if (isFree(phone.call)) return duration;
  return `${duration} · ${formatRunningPrice(costSoFar(phone.call, talkedSeconds(phone, now)))}`;
}

function Mute() {
  const t = phoneText.useText();
  const isMuted = usePhone((state) => state.isMuted);
  const Icon = isMuted ? MicOff : Mic;
  return (
    <button
      type="button"
      aria-label={t(isMuted ? 'unmute' : 'mute')}
      aria-pressed={isMuted}
      onClick={toggleMute}
      data-testid="bar-mute"
      className={cx(
        'grid size-11 shrink-0 place-items-center rounded-control',
        isMuted ? 'bg-ground text-text' : 'hover:bg-ground/15',
      )}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}
