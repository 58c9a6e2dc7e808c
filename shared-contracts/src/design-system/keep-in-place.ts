const ENDS = ['wheel', 'touchmove', 'pointerdown', 'keydown', 'focusin'] as const;

/** How much of the window's top is for what stays there, in px. */
export const scrollPaddingTop = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;

/**
 * Keeps a control where it is on the screen while what is above it grows or shrinks, until the person does the next
 * thing or the focus goes elsewhere; it gives way to what stays at the window's top and grows. Browsers do so themselves only
 * for what is above the window, and Safari not at all.
 */
export function keepInPlace(control: Element): void {
  if (typeof ResizeObserver === 'undefined') return;
  const { top } = control.getBoundingClientRect();
  const padding = scrollPaddingTop();
  const focused = [document.body, control, document.activeElement];
  const observer = new ResizeObserver(() => {
    // A window in the background moves the focus without an event.
    if (!focused.includes(document.activeElement)) return observer.disconnect();
    if (!control.isConnected) return;
    const place = scrollPaddingTop() > padding ? Math.max(top, scrollPaddingTop()) : top;
    window.scrollBy({ top: control.getBoundingClientRect().top - place, behavior: 'instant' });
  });
  const end = ({ type, target }: Event) => {
    // WebKit focuses what a label is of only once that is ticked.
    if (type === 'focusin' && target === control) return;
    observer.disconnect();
    for (const type of ENDS) removeEventListener(type, end, true);
  };
  observer.observe(document.body);
  for (const type of ENDS) addEventListener(type, end, true);
}
