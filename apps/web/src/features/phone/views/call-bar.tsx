import { Mic, MicOff, Phone, X } from 'lucide-react';
import { exactCostOf } from '../../../lib/calls/exact-cost.ts';
import { otherSide } from '../../../lib/calls/other-side.ts';
import { useCallWord } from '../../../lib/calls/use-price-ahead.ts';
import { nameOrNumber, useNames } from '../../../lib/calls/use-names.ts';
import { formatDuration, formatRunningPrice } from '../../../lib/format/format.ts';
import { phoneText } from '../../../texts/phone.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { hangUp, placeCall, toggleMute } from '../call-control.ts';
import { costSoFar } from '../cost-so-far.ts';
import { isFree } from '../../../lib/calls/is-free.ts';
import { type PhoneState, stateWord, talkedSeconds } from '../phone-state.ts';
import { priceOf, reasonOf } from '../call-outcome.ts';
import { tellPhone, usePhone } from '../phone-store.ts';
import { useNow } from '../../../lib/page/use-now.ts';
import { isService } from '../../../lib/calls/is-service.ts';
import { placeName } from '../../../ui/place.tsx';
import { CallerSlot } from './phone-slots.tsx';
import { BarMark } from './practice-mark.tsx';

/** A call under way while the sheet is down: seen from everywhere, above dialogs too, muted and ended from here. */
export function CallBar() {
  const phone = usePhone((state) => state.phone);
  return (
    <div
      data-testid="call-bar"
      data-state={stateWord(phone)}
      className="fixed inset-x-0 bottom-0 z-60 flex items-center gap-2 bg-text px-4 pb-[calc(0.75rem+env(safe-area-inset-bottom))] pt-3 text-ground shadow-float sm:inset-x-auto sm:bottom-4 sm:end-4 lg:end-20 sm:w-90 sm:rounded-card sm:pb-3"
    >
      <CallBarParts onOpen={() => usePhone.setState({ isOpen: true })} />
    </div>
  );
}

/** Who, how long and how much, mute and hang up. `onOpen`: a press on whoever it is shows all of the call. */
export function CallBarParts({ onOpen }: { onOpen: () => void }) {
  const t = phoneText.useText();
  const phone = usePhone((state) => state.phone);
  const isEndAsked = usePhone((state) => state.isEndAsked);
  return (
    <>
      <button type="button" onClick={onOpen} className="min-w-0 flex-1 rounded-small text-start outline-offset-4">
        <span className="sr-only">{t('open')}</span>
        <Who phone={phone} />
        <span className="figures block truncate text-note opacity-80">
          {isEndAsked ? t('escAgain') : <HowLong phone={phone} />}
        </span>
      </button>
      <Mute />
      <Button look="stop" onClick={hangUp} aria-label={t('hangUp')} data-testid="bar-hang-up">
        <Phone aria-hidden className="size-5 rotate-[135deg] fill-current" />
      </Button>
    </>
  );
}

/** After a call whose sheet was down, in the place where it ran: how long it was, what it cost, and what can be kept of it. */
export function EndedBar({ phone }: { phone: Extract<PhoneState, { state: 'ended' }> }) {
  const t = phoneText.useText();
  const number = otherSide(phone.call);
  const callWord = useCallWord(t(phone.call.direction === 'inbound' ? 'callBack' : 'callAgain'), number);
  return (
    <div
      data-testid="ended-bar"
      data-after-call
      data-over-corner
      className="fixed inset-x-0 bottom-[calc(3.5rem+1px+env(safe-area-inset-bottom))] z-30 flex animate-[appear_180ms] flex-wrap items-center gap-1 rounded-t-card bg-raised py-2 ps-4 pe-2 shadow-float sm:inset-x-auto sm:rounded-card sm:bottom-4 sm:end-4 lg:end-20 sm:w-90"
    >
      <button
        type="button"
        onClick={() => usePhone.setState({ isOpen: true })}
        className="min-h-11 min-w-0 flex-1 rounded-small text-start outline-offset-4"
      >
        <Who phone={phone} />
        <span className="figures block truncate text-note text-muted" title={exactCostOf(phone.call)}>
          {phone.talkedSeconds === 0
            ? reasonOf(phone)
            : `${formatDuration(phone.talkedSeconds)} · ${priceOf(phone.call)}`}
        </span>
      </button>
      {number !== null && (
        <IconButton label={callWord} look="callText" onClick={() => void placeCall(number)}>
          <Phone aria-hidden className="size-5 fill-current" />
        </IconButton>
      )}
      <IconButton label={t('dismiss')} onClick={() => tellPhone({ type: 'cleared' })}>
        <X aria-hidden className="size-5" />
      </IconButton>
      <CallerSlot call={phone.call} className="me-2 w-full pb-1 empty:hidden [&>*]:justify-start" />
    </div>
  );
}

function Who({ phone }: { phone: PhoneState }) {
  const t = phoneText.useText();
  const nameOf = useNames();
  const number = phone.state === 'starting' ? phone.number : 'call' in phone ? otherSide(phone.call) : '';
  const service = 'call' in phone && isService(phone.call.destination) ? placeName(phone.call.destination) : null;
  return (
    <span className="phone-number block truncate font-semibold">
      <BarMark phone={phone} />
      {service ?? (number === null ? t('noNumberShown') : nameOrNumber(nameOf(number), number))}
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
