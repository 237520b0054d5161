import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { pageOf } from '../lib/page/page-of.ts';

/** A new page starts at its top and takes the focus, so that a screen reader begins there; going back leaves both alone. */
export function usePageStart(): void {
  const page = pageOf(useLocation().pathname);
  const navigation = useNavigationType();
  const shown = useRef(page);
  useLayoutEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    if (navigation === 'POP') return;
    scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [page, navigation]);
}
