import { useOpenDialogs } from '../../../lib/page/open-dialogs.ts';
import { isBusy } from '../phone-state.ts';
import { usePhone } from '../phone-store.ts';
import { usePhonePlace } from './open-phone.tsx';

/** Over the phone beside the page, above its buttons. */
const OVER_DOCK = 'end-6 top-22 w-90';
/** Over a phone or a dialog that is open, away from their buttons. */
const AT_TOP = 'inset-x-3 top-3 sm:start-auto sm:end-4 lg:end-20 sm:top-18 sm:w-90';
/** In the phone's own corner; in a thread, which fills the window, over what was written and beside neither its head nor its field. */
const IN_CORNER =
  'inset-x-3 sm:start-auto sm:end-4 lg:end-20 sm:w-90 filled:bottom-auto filled:top-40 sm:filled:top-36';
const ABOVE_BOTTOM_BAR = 'bottom-[calc(4.25rem+env(safe-area-inset-bottom))] sm:bottom-4';
const ABOVE_CALL_BAR = 'bottom-[calc(8.5rem+env(safe-area-inset-bottom))] sm:bottom-24';

/**
 * Where a call that comes in is shown: where the phone is, so that nothing of the page is hidden that cannot be scrolled away from it.
 * `isBelow`: over the end of the page, which leaves room for it (styles.css).
 */
export function useRingPlace(): { clothes: string; isBelow: boolean } {
  const { isDocked } = usePhonePlace();
  const isCalling = usePhone(({ phone }) => isBusy(phone));
  const isPhoneOpen = usePhone(({ isOpen }) => isOpen);
  const isBehind = useOpenDialogs(({ count }) => count > 0);
  if (isDocked) return { clothes: OVER_DOCK, isBelow: false };
  if (isPhoneOpen || isBehind) return { clothes: AT_TOP, isBelow: false };
  return { clothes: `${IN_CORNER} ${isCalling ? ABOVE_CALL_BAR : ABOVE_BOTTOM_BAR}`, isBelow: true };
}
