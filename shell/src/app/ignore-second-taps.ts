/** What the first tap of a row of quick taps in one place met. */
interface FirstTap {
  target: EventTarget | null;
  /** The entry of the browser's history, which the router replaces as soon as a tap leads on. */
  entry: unknown;
}

/**
 * A hand that shakes taps twice. Where the first tap led on or replaced what it met, the second one falls on something
 * that nobody has read yet, such as the next question's Yes, and does nothing. The same control may be pressed quickly.
 */
export function ignoreSecondTaps(page: Window): void {
  let first: FirstTap | null = null;
  const listen = (event: MouseEvent) => {
    // 0 for the keyboard; the browser counts on while presses follow each other quickly in one place.
    if (event.detail <= 1) {
      first = { target: event.target, entry: page.history.state };
      return;
    }
    const isSame =
      first?.target instanceof Node && first.target.isConnected && first.entry === page.history.state;
    if (isSame) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Pressing alone would move the focus away from the heading of the page that came.
  page.addEventListener('mousedown', listen, { capture: true });
  page.addEventListener('click', listen, { capture: true });
}
