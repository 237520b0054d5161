import { Pin, PinOff, Settings2, X } from 'lucide-react';
import { phoneText } from '../../../texts/phone.ts';
import { pinPhone } from '../../../lib/page/phone-pinned.ts';
import { ErrorBoundary } from '../../../ui/later/error-boundary.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { DialView } from './dial-view.tsx';
import { isBusy, stateWord } from '../phone-state.ts';
import { usePhone } from '../phone-store.ts';
import { usePhonePlace } from './open-phone.tsx';
import { CallView, ElsewhereView, EndedView, KeepOnTop, SoundSettings } from './later-views.ts';
import { StartingView } from './starting-view.tsx';

/** The phone itself, in whatever state it is. Its height and its main button's place are the same in all of them. */
export function PhonePanel({ className, onClose }: { className: string; onClose: (() => void) | null }) {
  const t = phoneText.useText();
  const phone = usePhone((state) => state.phone);
  const elsewhere = usePhone((state) => state.elsewhere);
  const isSoundOpen = usePhone((state) => state.drawer === 'sound');
  const setSoundOpen = (isOpen: boolean): void => usePhone.setState({ drawer: isOpen ? 'sound' : 'none' });
  const isElsewhere = phone.state === 'idle' && elsewhere !== null;
  const canSetSound = phone.state === 'idle' && !isElsewhere;
  return (
    <section
      aria-label={t('phone')}
      data-phone-panel
      data-testid="phone"
      data-state={isElsewhere ? 'elsewhere' : stateWord(phone)}
      className={cx('flex flex-col bg-raised', className)}
    >
      <header className="flex h-14 short:h-12 shrink-0 items-center gap-1 ps-5 pe-2">
        <h2 className="flex-1 text-lead font-semibold">{t('phone')}</h2>
        {canSetSound && (
          <IconButton label={t('sound')} aria-expanded={isSoundOpen} onClick={() => setSoundOpen(!isSoundOpen)}>
            <Settings2 aria-hidden className="size-5" />
          </IconButton>
        )}
        {isBusy(phone) && <KeepOnTop />}
        <PinButton />
        {onClose !== null && (
          <IconButton label={t('close')} onClick={onClose}>
            <X aria-hidden className="size-5" />
          </IconButton>
        )}
      </header>
      {canSetSound && isSoundOpen ? (
        <div className="min-h-0 flex-1 overflow-y-auto px-5">
          <SoundSettings onDone={() => setSoundOpen(false)} />
        </div>
      ) : (
        <div className="phone-body">
          <ErrorBoundary>
            <View isElsewhere={isElsewhere} />
          </ErrorBoundary>
        </div>
      )}
    </section>
  );
}

/** Keeps the phone beside the page where it would lie over it. */
function PinButton() {
  const t = phoneText.useText();
  const { isPinned, canPin } = usePhonePlace();
  if (!canPin) return null;
  const Icon = isPinned ? PinOff : Pin;
  return (
    <IconButton label={t(isPinned ? 'unpin' : 'pin')} data-testid="pin-phone" onClick={() => turnPin(!isPinned)}>
      <Icon aria-hidden className="size-5" />
    </IconButton>
  );
}

/** Let go, it stays as it is until somebody goes on with the page. */
function turnPin(isPinned: boolean): void {
  usePhone.setState({ isOpen: true });
  pinPhone(isPinned);
}

function View({ isElsewhere }: { isElsewhere: boolean }) {
  const phone = usePhone((state) => state.phone);
  const elsewhere = usePhone((state) => state.elsewhere);
  if (isElsewhere && elsewhere !== null) return <ElsewhereView call={elsewhere} />;
  switch (phone.state) {
    case 'idle':
      return <DialView refused={phone.refused} />;
    case 'starting':
      return <StartingView number={phone.number} waitsFor={phone.waitsFor} />;
    case 'calling':
    case 'talking':
      return <CallView phone={phone} />;
    case 'ended':
      return <EndedView phone={phone} />;
  }
}
