/** The press that others may follow in the same place. */
interface Press {
  control: Element | null;
  /** The entry of the browser's history, which the router replaces as soon as a press leads on. */
  entry: unknown;
  event: MouseEvent;
}

/** How soon and how near a finger comes down again for its two taps to be one that shook. */
const QUICK_MS = 400;
const NEAR_PX = 24;
/** A browser counts presses together for as long as the person has set, which is seconds for a hand that is slow. */
const COUNTED_MS = 1000;

const PRESSED = 'a, button, summary, [type="checkbox"]';

/**
 * A hand that shakes taps twice. Where the first tap led on, replaced what it met or brought something above it, the
 * second one falls on what nobody has read yet, such as the next question's Yes; on a checkbox or a button that turns
 * something on and off it takes back what was just done. It does nothing there. In a text it still selects a word.
 */
export function ignoreSecondTaps(page: Window): void {
  let first: Press | null = null;
  let isSecondTap = false;
  let isSecond = false;

  const listen = (event: MouseEvent) => {
    // What comes with no press before it, as from the keyboard, a screen reader or somebody's voice, is no second one.
    if (!isSecond || event.detail === 0) {
      first = { control: controlOf(event), entry: page.history.state, event };
      return;
    }
    const control = controlOf(event);
    const hasStayed = control === first?.control && first?.entry === page.history.state;
    if (hasStayed && !control?.matches(PRESSED)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  page.addEventListener(
    'pointerdown',
    (event) => {
      isSecondTap = event.pointerType === 'touch' && first !== null && isQuickAndNear(event, first.event);
    },
    { capture: true },
  );
  page.addEventListener(
    'mousedown',
    (event) => {
      // A mouse's presses are counted; not every phone counts a finger's.
      const isCounted = event.detail > 1 && event.timeStamp - (first?.event.timeStamp ?? 0) < COUNTED_MS;
      isSecond = isSecondTap || isCounted;
      isSecondTap = false;
      // Pressing alone would move the focus away from the heading of the page that came.
      listen(event);
    },
    { capture: true },
  );
  page.addEventListener(
    'click',
    (event) => {
      listen(event);
      isSecond = false;
    },
    { capture: true },
  );
}

const isQuickAndNear = (later: MouseEvent, earlier: MouseEvent): boolean =>
  later.timeStamp - earlier.timeStamp < QUICK_MS &&
  Math.hypot(later.clientX - earlier.clientX, later.clientY - earlier.clientY) < NEAR_PX;

/** What a press is meant for: a label stands for its control, an icon for its button. */
function controlOf({ target }: Event): Element | null {
  if (!(target instanceof Element)) return null;
  return target.closest('label')?.control ?? target.closest('a, button, summary') ?? target;
}
