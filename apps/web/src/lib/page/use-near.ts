import { type RefObject, useEffect, useState } from 'react';

/** How far below what is seen, in px: a part that begins to load there is mostly there when it comes into view. */
const NEAR_PX = 400;

/** Whether this place has been in view or nearly so: from then on what stands there is worth loading. */
export function useNear(place: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || place.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: `${NEAR_PX}px` },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isNear, place]);
  return isNear;
}
