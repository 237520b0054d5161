import { PictureInPicture2 } from 'lucide-react';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { closeWindowOnTop, hasWindowOnTop, openWindowOnTop, useWindowOnTop } from '../../../lib/page/window-on-top.ts';
import { phoneText } from '../../../texts/phone.ts';
import { IconButton } from '../../../ui/button.tsx';
import { isBusy } from '../phone-state.ts';
import { openPhone, usePhone } from '../phone-store.ts';
import { CallBarParts } from './call-bar.tsx';
import { pressPhoneKey } from './use-phone-keys.ts';

/** In px: the bar of a call on a telephone. */
const SIZE = { width: 360, height: 76 };

/** Chromium asks for it itself when somebody leaves the page that they talk on (Media Session, W3C); TypeScript does not know it yet. */
const LEAVING = 'enterpictureinpicture' as MediaSessionAction;

/** Lets a call stay above other windows, where the browser can. */
export function KeepOnTop() {
  const t = phoneText.useText();
  const isOnTop = useWindowOnTop(({ window }) => window !== null);
  if (!hasWindowOnTop() || isOnTop) return null;
  return (
    <IconButton label={t('keepOnTop')} onClick={() => void keepOnTop()} data-testid="keep-on-top">
      <PictureInPicture2 aria-hidden className="size-5" />
    </IconButton>
  );
}

/** A call that is above other windows, for as long as it runs. */
export function CallOnTop() {
  const t = phoneText.useText();
  const top = useWindowOnTop(({ window }) => window);
  useEffect(() => {
    answerLeaving(() => void keepOnTop());
    return () => {
      answerLeaving(null);
      closeWindowOnTop();
    };
  }, []);
  useEffect(() => {
    top?.document.addEventListener('keydown', pressPhoneKey);
    return () => top?.document.removeEventListener('keydown', pressPhoneKey);
  }, [top]);
  if (top === null) return null;
  return createPortal(
    <main className="flex min-h-dvh items-center gap-2 bg-text px-4 py-3 text-ground">
      <h1 className="sr-only">{t('phone')}</h1>
      <CallBarParts onOpen={backToPage} />
    </main>,
    top.document.body,
  );
}

async function keepOnTop(): Promise<void> {
  await openWindowOnTop(phoneText.say('phone'), SIZE);
  // The call may have ended while the browser opened it.
  if (!isBusy(usePhone.getState().phone)) closeWindowOnTop();
}

function backToPage(): void {
  globalThis.focus();
  openPhone();
  closeWindowOnTop();
}

function answerLeaving(handler: (() => void) | null): void {
  try {
    navigator.mediaSession.setActionHandler(LEAVING, handler);
  } catch {
    // A browser that does not know it.
  }
}
