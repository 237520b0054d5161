import { useEffect, useState } from 'react';

const TYPING_PAUSE_MS = 500;

/** What somebody types, once they have paused. */
export function useSettled<Typed>(now: Typed): Typed {
  const [settled, setSettled] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(now), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [now]);
  return settled;
}
