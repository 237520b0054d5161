import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** A new page starts at its top and takes the focus, so that a screen reader begins there; going back leaves both alone. */
export function usePageStart(): void {
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    if (navigation === 'POP' || pathname === '') return;
    scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname, navigation]);
}
