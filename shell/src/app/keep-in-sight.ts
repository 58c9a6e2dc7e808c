/**
 * Where a window is turned, or gets another width, the control that has the focus, or was pressed last, stays in sight if
 * it was: beyond the edge one cannot see what the next key does. Gives what ends it.
 */
export function keepInSight(): () => void {
  let pressed: Element | null = null;
  let wasInSight = false;
  // A phone's browser changes the height alone while one scrolls, which must not scroll back.
  let width = window.innerWidth;
  const shown = (): Element | null => {
    const { activeElement, body } = document;
    // Safari focuses neither a button nor a box that is tapped.
    const used = activeElement === body ? pressed : activeElement;
    return used?.closest('label') ?? used;
  };
  const note = () => {
    // The window was turned, and has scrolled by itself.
    if (window.innerWidth !== width) return;
    const { top = 0, bottom = 0 } = shown()?.getBoundingClientRect() ?? {};
    wasInSight = bottom > 0 && top < window.innerHeight;
  };
  const notePress = ({ target }: Event) => {
    pressed = target instanceof Element ? target : null;
    note();
  };
  const restore = () => {
    if (window.innerWidth === width) return;
    width = window.innerWidth;
    if (wasInSight) shown()?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  };
  // After the browser has scrolled to what was at the window's top.
  const restoreNext = () => requestAnimationFrame(() => requestAnimationFrame(restore));
  addEventListener('scroll', note, { passive: true });
  addEventListener('focusin', note);
  addEventListener('click', notePress, true);
  addEventListener('resize', restoreNext);
  return () => {
    removeEventListener('scroll', note);
    removeEventListener('focusin', note);
    removeEventListener('click', notePress, true);
    removeEventListener('resize', restoreNext);
  };
}
