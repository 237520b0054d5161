import { useEffect } from 'react';
import { create } from 'zustand';

/** How many dialogs stand in front of the page. */
export const useOpenDialogs = create<{ count: number }>(() => ({ count: 0 }));

/** Counts the dialog that it is called in, for as long as it is there. */
export function useCountedDialog(): void {
  useEffect(() => {
    useOpenDialogs.setState(({ count }) => ({ count: count + 1 }));
    document.addEventListener('pointerdown', noteWhere, { capture: true });
    return () => {
      useOpenDialogs.setState(({ count }) => ({ count: count - 1 }));
      document.removeEventListener('pointerdown', noteWhere, { capture: true });
    };
  }, []);
}

let isOnCall = false;

/** By the time that a dialog asks, what was pressed may have been replaced, as the sign of a button that mutes. */
function noteWhere({ target }: PointerEvent): void {
  isOnCall = target instanceof Element && target.closest('[data-phone-layer]') !== null;
}

/** For a dialog's `onInteractOutside`: who mutes or hangs up the call above it has not turned away from it. */
export function keepBesideCall(event: Event): void {
  if (isOnCall) event.preventDefault();
}
