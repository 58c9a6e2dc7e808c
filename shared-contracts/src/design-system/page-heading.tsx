import { type ReactNode, useEffect } from 'react';
import { SERVER_MARKUP } from '../federation/names.ts';

export interface PageHeadingProps {
  children: ReactNode;
  /** The document's title, when it is not the heading's own text. */
  title?: string | undefined;
  /** Called with the title of the page: at first, and whenever it changes. Keep it the same function between renders. */
  onTitle?: ((title: string) => void) | undefined;
  /** A new value means a new step of the same page: focus moves to the heading again. */
  focusKey?: string | number | undefined;
}

/**
 * Focus answers something the person did. The first view of a document leaves it where the browser puts it, or where
 * they have put it themselves while the document's markup did not answer yet; a browser that cannot tell counts as acted.
 */
const personHasActed = () =>
  !document.querySelector(`[${SERVER_MARKUP}]`) && (navigator.userActivation?.hasBeenActive ?? true);

const takeFocus = (heading: HTMLHeadingElement | null) => {
  if (!heading || !personHasActed()) return;
  // The top of the page is what a new step shows, with whatever stands above the heading.
  heading.focus({ preventScroll: true });
  document.documentElement.scrollTop = 0;
  // In a low window that does not reach down to the heading.
  heading.scrollIntoView?.({ block: 'nearest' });
};

/** The page's h1. It takes focus when the page or its step changes, so that the change is read out. */
export function PageHeading({ children, title, onTitle, focusKey }: PageHeadingProps) {
  const pageTitle = title ?? (typeof children === 'string' ? children : undefined);
  useEffect(() => {
    if (pageTitle !== undefined) onTitle?.(pageTitle);
  }, [pageTitle, onTitle]);
  return (
    <h1 key={focusKey} ref={takeFocus} tabIndex={-1}>
      {children}
    </h1>
  );
}
