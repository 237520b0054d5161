import { useCallback, useEffect, useRef } from 'react';

/** Tells whether the dialog still stands: what it asked for may be answered after it was closed. */
export function useStillOpen(): () => boolean {
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return useCallback(() => isOpen.current, []);
}
