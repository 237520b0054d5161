import { useEffect } from 'react';
import { useOpenDialogs } from '../../../lib/page/open-dialogs.ts';
import { useMediaQuery, WIDE } from '../../../lib/page/use-media-query.ts';
import { useSession } from '../../../lib/session/session.ts';
import { cx } from '../../../ui/cx.ts';
import { closePhone } from '../phone-store.ts';
import { useIsSheet } from './phone-address.tsx';
import { PhonePanel } from './phone-panel.tsx';

export { PhoneAddress } from './phone-address.tsx';

/** In the corner of the page, out of the rail where there is one. */
const IN_CORNER =
  'fixed bottom-4 end-4 z-40 h-[min(42.5rem,calc(100dvh-5.5rem))] w-90 animate-[appear_180ms_var(--ease-out)] rounded-card shadow-float lg:end-20';
/** All of a telephone's window, but for the bar at its foot. */
const SHEET = 'fixed inset-x-0 top-0 z-40 animate-[appear_180ms_var(--ease-out)] sheet-insets';
const ABOVE_BAR = 'bottom-0 max-sm:bottom-[calc(3.5rem+1px+env(safe-area-inset-bottom))] max-sm:pb-0';

/** The phone where there is no room for it beside the page: it is opened over it. */
export function PhoneOver() {
  const isSheet = useIsSheet();
  const isWide = useMediaQuery(WIDE);
  const hasBar = useSession(({ status }) => status === 'signed-in');
  useWithdrawal(isWide);
  return (
    <PhonePanel onClose={closePhone} className={isSheet ? cx(SHEET, hasBar ? ABOVE_BAR : 'bottom-0') : IN_CORNER} />
  );
}

/** Drawn out of its rail, the phone goes back when somebody goes on with the page; a call goes on in its bar, and a dialog is no page. */
function useWithdrawal(isOutOfRail: boolean): void {
  useEffect(() => {
    if (!isOutOfRail) return;
    const look = ({ target }: PointerEvent): void => {
      if (!(target instanceof Element) || useOpenDialogs.getState().count > 0) return;
      if (target.closest('[data-page]') !== null) closePhone();
    };
    document.addEventListener('pointerdown', look);
    return () => document.removeEventListener('pointerdown', look);
  }, [isOutOfRail]);
}
