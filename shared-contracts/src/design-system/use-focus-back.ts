import { type RefObject, useLayoutEffect, useRef } from 'react';

/** For a control that opens something: focus returns to it, in sight, once that is closed. */
export function useFocusBack<E extends HTMLElement = HTMLButtonElement>(
  isOpen: boolean,
): RefObject<E | null> {
  const opener = useRef<E>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen) {
      opener.current?.focus();
      // Firefox leaves what is partly in sight where it is.
      opener.current?.scrollIntoView?.({ block: 'nearest' });
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
  return opener;
}
