import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The width of an element in whole CSS pixels, kept true to the page; `first` until it is known. */
export function useWidth<Of extends HTMLElement>(first: number): [RefObject<Of | null>, number] {
  const element = useRef<Of>(null);
  const [width, setWidth] = useState(first);
  useLayoutEffect(() => {
    if (element.current === null) return;
    const look = (): void => setWidth(Math.round(element.current?.clientWidth ?? first));
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [first]);
  return [element, width];
}
