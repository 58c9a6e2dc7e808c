import { type RefObject, useLayoutEffect, useState } from 'react';

export const UNTIL_MEASURED = 300;

/** The visible width of an element in px, updated when it changes; null before the first paint and on the server. */
export function useVisibleWidth(element: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    setWidth(measured.clientWidth || UNTIL_MEASURED);
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
