import type { ReactNode } from 'react';

/** Back and Next. In a `.page` on a phone it sits at the bottom of the page, above the tab bar. */
export function ActionBar({ children }: { children: ReactNode }) {
  return <div className="action-bar">{children}</div>;
}
