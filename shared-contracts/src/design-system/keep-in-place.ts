const ENDS = ['wheel', 'touchmove', 'pointerdown', 'keydown', 'focusin'] as const;

/**
 * Keeps a control where it is on the screen while what is above it grows or shrinks, until the person does the next
 * thing or the focus goes elsewhere. Browsers do so themselves only for what is above the window, and Safari not at all.
 */
export function keepInPlace(control: Element): void {
  if (typeof ResizeObserver === 'undefined') return;
  const { top } = control.getBoundingClientRect();
  const observer = new ResizeObserver(() => {
    if (!control.isConnected) return;
    window.scrollBy({ top: control.getBoundingClientRect().top - top, behavior: 'instant' });
  });
  const end = () => {
    observer.disconnect();
    for (const type of ENDS) removeEventListener(type, end, true);
  };
  observer.observe(document.body);
  for (const type of ENDS) addEventListener(type, end, true);
}
