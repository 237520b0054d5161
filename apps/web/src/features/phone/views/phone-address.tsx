import { useEffect, useLayoutEffect, useRef } from 'react';
import { type NavigateFunction, useLocation, useNavigate, useNavigationType } from 'react-router';
import { useOpenDialogs } from '../../../lib/page/open-dialogs.ts';
import { useMediaQuery } from '../../../lib/page/use-media-query.ts';
import { isBusy } from '../phone-state.ts';
import { closePhone, usePhone } from '../phone-store.ts';

/** What the address of a page ends in while the phone is open over it (public/manifest.webmanifest leads there, too). */
const PHONE = '#phone';

/** A telephone, held upright or on its side: there the phone has the whole window (phone.css: low). */
export const useIsSheet = (): boolean => useMediaQuery('(width < 40rem), (width < 64rem) and (max-height: 30rem)');

/**
 * On a telephone the open phone is a place of its own, with an entry in the browser's history: Back leaves it for the page below, whether or not a
 * call is under way, which goes on in its bar.
 */
export function PhoneAddress() {
  return useIsSheet() ? <PhoneEntry /> : null;
}

function PhoneEntry() {
  const isOpen = usePhone((state) => state.isOpen);
  const isCalling = usePhone(({ phone }) => isBusy(phone));
  const isBehind = useOpenDialogs(({ count }) => count > 0);
  const isAtPhone = useLocation().hash === PHONE;
  useEntry(isOpen);
  useCover(isOpen && isAtPhone && !(isCalling && isBehind));
  return null;
}

/** Keeps the phone and the address in step, whichever of them changed. */
function useEntry(isOpen: boolean): void {
  const navigate = useNavigate();
  const location = useLocation();
  const navigation = useNavigationType();
  const wasOpen = useRef(false);
  const was = useRef({ isAtPhone: false, pathname: '', hasPageBelow: false });
  const isLeaving = useRef(false);

  useEffect(() => {
    if (isOpen === wasOpen.current) return;
    wasOpen.current = isOpen;
    if (isOpen === (globalThis.location.hash === PHONE)) return;
    isLeaving.current = !isOpen;
    if (isOpen) enter(navigate, { replace: false, hasPageBelow: true });
    else leave(navigate);
  }, [isOpen, navigate]);

  useEffect(() => {
    const before = was.current;
    const isOpenAgain = isLeaving.current;
    const { pathname, hash, state } = location;
    was.current = { isAtPhone: hash === PHONE, pathname, hasPageBelow: hasPageBelow(state) };
    isLeaving.current = false;
    if (hash === PHONE) {
      // An entry that the open phone made comes here after it, and whoever put it away meanwhile wants it away.
      if (navigation === 'POP' || !hasPageBelow(state)) usePhone.setState({ isOpen: true });
      return;
    }
    if (!before.isAtPhone || !usePhone.getState().isOpen) return;
    if (isOpenAgain) return enter(navigate, { replace: false, hasPageBelow: true });
    // The page below changes its own address, and the phone stays open.
    if (navigation === 'REPLACE' && pathname === before.pathname) return enter(navigate, { ...before, replace: true });
    closePhone();
  }, [location, navigation, navigate]);
}

/** By the address bar, which is ahead of the page while one that was asked for is still loading. */
function enter(navigate: NavigateFunction, how: { replace: boolean; hasPageBelow: boolean }): void {
  const { pathname, search } = globalThis.location;
  const state = { hasPageBelow: how.hasPageBelow };
  void navigate({ pathname, search, hash: PHONE }, { replace: how.replace, state });
}

/** Back to the page below; whoever came straight to the phone finds it in the same place. The router keeps an entry's state as `usr`. */
function leave(navigate: NavigateFunction): void {
  const { pathname, search } = globalThis.location;
  const entry: unknown = globalThis.history.state;
  const isOurs = typeof entry === 'object' && entry !== null && 'usr' in entry && hasPageBelow(entry.usr);
  if (isOurs) void navigate(-1);
  else void navigate({ pathname, search }, { replace: true });
}

/** Whether the entry was made by opening the phone over a page. */
function hasPageBelow(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'hasPageBelow' in state && state.hasPageBelow === true;
}

/** Nobody comes by keyboard or by ear to what lies below the phone; whoever leaves it is where they were. */
function useCover(isCovering: boolean): void {
  useLayoutEffect(() => {
    if (!isCovering) return;
    const from = document.activeElement;
    const below = [...document.querySelectorAll<HTMLElement>('[data-page]')];
    for (const part of below) part.inert = true;
    return () => {
      for (const part of below) part.inert = false;
      if (document.activeElement === document.body && from instanceof HTMLElement) from.focus({ preventScroll: true });
    };
  }, [isCovering]);
}
