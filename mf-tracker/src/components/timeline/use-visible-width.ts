import { type RefObject, useLayoutEffect, useState } from 'react';

const UNTIL_MEASURED = 300;

/** The visible width of an element in px, updated when it changes. */
export function useVisibleWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(UNTIL_MEASURED);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    if (measured.clientWidth > 0) setWidth(measured.clientWidth);
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => {
      const next = entry?.contentRect.width ?? 0;
      if (next > 0) setWidth(next);
    });
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
