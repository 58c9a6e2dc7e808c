declare global {
  interface Window {
    /** Of the last press. A new document has none. */
    pressWatch?: {
      /** Whether the press has reached the control. */
      isPressed(): boolean;
      /** Whether the press has opened another place of the history in this document. */
      hasLed(): boolean;
      /** How far the page was scrolled then, and how long it was, in px. */
      place(): { y: number; length: number };
      /** What is wrong since the press; empty when nothing is. */
      faults(): string[];
      /** Stops watching, and gives what changed out of sight and was not announced. */
      end(): string[];
    };
  }
}

/**
 * Watches what a press of a control does to the page, from before the press until the next one. Runs in the page of any
 * engine, so it uses nothing outside itself. Scrolls to the control as a person does, and gives what changed out of
 * sight and unannounced since the press before.
 */
export function watchPress(used: Element): string[] {
  const LIVE = '[aria-live="polite"], [aria-live="assertive"], [role="alert"], [role="status"], [role="log"]';
  const HELP_LINE = '[aria-label="Help at any time"]';
  const nameOf = (element: Element) => element.outerHTML.slice(0, 200);
  const isShown = (element: Element) => element.isConnected && element.getClientRects().length > 0;
  const topOf = (element: Element) => element.getBoundingClientRect().top;

  /**
   * What lies over an element at its middle or an edge; empty when all of it can be seen. Its label counts as well, and
   * for a control that lets presses through, what they reach.
   */
  function hiddenBy(element: Element): string {
    const isPassedThrough = getComputedStyle(element).pointerEvents === 'none';
    const shown = element.closest('label') ?? ((isPassedThrough && element.parentElement) || element);
    const [box] = shown.getClientRects();
    if (!box) return `${nameOf(shown)} is not shown.`;
    // Below the line of help, which stays at the top of the window.
    const line = document.querySelector(HELP_LINE)?.getBoundingClientRect();
    const barAtBottom =
      Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom) || 0;
    const isTall = box.height > (window.innerHeight - Math.max(line?.bottom ?? 0, 0)) / 2;
    const top = isTall ? Math.max(box.top, 0, line?.bottom ?? 0) : box.top;
    const bottom = isTall ? Math.min(box.bottom, window.innerHeight - barAtBottom) : box.bottom;
    const middle = { x: (box.left + box.right) / 2, y: (top + bottom) / 2 };
    const points = [
      middle,
      { ...middle, x: box.left + 3 },
      { ...middle, x: box.right - 3 },
      { ...middle, y: top + 3 },
      { ...middle, y: bottom - 3 },
    ];
    for (const { x, y } of points) {
      const met = document.elementFromPoint(x, y);
      if (!met) return `${nameOf(shown)} is out of sight at ${Math.round(x)}, ${Math.round(y)}.`;
      if (!shown.contains(met) && !met.contains(shown)) return `${nameOf(shown)} is under ${nameOf(met)}`;
    }
    return '';
  }

  /** Out of sight for the eye. What only a screen reader gets is a pixel wide. */
  function isOutOfSight(element: Element): boolean {
    const { top, bottom, width, height } = element.getBoundingClientRect();
    return Math.min(width, height) > 1 && (bottom <= 0 || top >= window.innerHeight);
  }

  /** A drawing is not; what is said of it is its control's. */
  function isReadOut(element: Element): boolean {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { textContent, parentElement } = texts.currentNode;
      if (textContent?.trim() && !parentElement?.closest('svg, [aria-hidden="true"]')) return true;
    }
    return false;
  }

  const silentBefore = window.pressWatch?.end() ?? [];
  if (hiddenBy(used)) used.scrollIntoView({ block: 'center', behavior: 'instant' });

  const focusedBefore = document.activeElement;
  // A screen reader reads what a control says of itself.
  const stateOf = () => ['aria-expanded', 'aria-valuetext'].map((name) => used.getAttribute(name)).join();
  const stateBefore = stateOf();
  const wasInvalid = used.hasAttribute('aria-invalid');
  const dialog = used.closest('[role="alertdialog"]');
  const questionOf = () => dialog?.querySelector('h2')?.textContent;
  const questionBefore = questionOf();
  const positions = [...document.querySelectorAll('a, button, input, select, textarea, summary, h1, h2, h3')]
    .filter((part) => part === used || part.compareDocumentPosition(used) & Node.DOCUMENT_POSITION_FOLLOWING)
    .map((part) => ({ part, box: part.getBoundingClientRect() }))
    .filter(({ box }) => box.height > 1 && box.bottom > 0 && box.top < window.innerHeight);

  const unseen = new Set<Element>();
  let isAnnounced = false;
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      for (const node of addedNodes.length > 0 ? addedNodes : [target]) {
        const element = node instanceof Element ? node : node.parentElement;
        if (!element?.isConnected || !isReadOut(element)) continue;
        if (element.closest(LIVE) || element.querySelector('[role="alert"]')) isAnnounced = true;
        else if (isOutOfSight(element)) unseen.add(element);
      }
    }
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });

  const silent = () => {
    const isHeard = isAnnounced || document.activeElement !== focusedBefore || stateOf() !== stateBefore;
    return isHeard ? [] : [...unseen].filter(isShown).map((part) => `Not announced: ${nameOf(part)}`);
  };
  const moved = () => {
    // A field that is found wrong has the reason above it.
    if (!wasInvalid && used.getAttribute('aria-invalid') === 'true') return [];
    // Under another heading it is another dialog, with a place of its own.
    const replaced = questionOf() === questionBefore ? null : dialog;
    const moves = positions
      // The line of help stays at the top of the window however the page is scrolled.
      .filter(({ part }) => isShown(part) && !replaced?.contains(part) && !part.closest(HELP_LINE))
      .map(({ part, box }) => ({ part, by: Math.round(topOf(part) - box.top) }))
      .filter(({ by }) => Math.abs(by) > 1);
    // What was used stays where it is while what is announced comes in above it, and all beyond that goes up as one.
    const isOne = new Set(moves.map(({ by }) => by)).size === 1;
    // At the end of the page nothing can be scrolled back to its place; that of a page that is shorter now comes down.
    const isAtEnd = window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1;
    if (isAtEnd && (isAnnounced || (isOne && moves.every(({ by }) => by > 0)))) return [];
    if (isAnnounced && isOne && moves.every(({ part }) => part !== used)) return [];
    return moves.map(({ part, by }) => `Moved by ${by} px: ${nameOf(part)}`);
  };
  /** The router's number of the place. The history itself counts no further than to 50. */
  const placeNumber = () => history.state?.idx ?? 0;
  const numberBefore = placeNumber();
  let isPressed = false;
  let place = { y: 0, length: 0 };
  const notePress = () => {
    isPressed = true;
    place = { y: window.scrollY, length: document.documentElement.scrollHeight };
  };
  used.addEventListener('click', notePress, { capture: true, once: true });
  window.pressWatch = {
    isPressed: () => isPressed,
    hasLed: () => placeNumber() > numberBefore,
    place: () => place,
    faults() {
      const focused = document.activeElement ?? document.body;
      if (focused === document.body && !isShown(used)) return ['The focus is lost to the body.'];
      // Safari focuses neither a button nor a box that is tapped: the focus stays, though scrolled out of sight.
      const hasStayed = focused === document.body || (focused === focusedBefore && isShown(used));
      const isInUse = focused === used || hasStayed;
      const hidden = hiddenBy(isInUse ? used : focused);
      return [...(hidden ? [hidden] : []), ...(isInUse ? moved() : []), ...silent()];
    },
    end() {
      observer.disconnect();
      used.removeEventListener('click', notePress, { capture: true });
      return silent();
    },
  };
  return silentBefore;
}
