const STORED_AS = 'scrolled';
/** What a person does next. From there on the page is where they put it. */
const ENDS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** How far each entry of this tab's history was scrolled, in px. */
type Places = Record<string, number>;

/** The router gives a key to each entry but a document's first. */
const currentEntry = (): string => window.history.state?.key ?? window.location.href;

const CONTROLS = 'a, button';
const nameOf = (control: Element): string => `${control.getAttribute('href')} ${control.textContent}`;
const namedLike = (name: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(CONTROLS)].filter((each) => nameOf(each) === name);

/** What tells a control from the others of its page, in another rendering of it. */
interface Pressed {
  name: string;
  /** Among those of that name, as a page may have the same link twice. */
  index: number;
}

/**
 * Leads Back, Forward and a reload to where one was on the page. A page begins at its heading (`PageHeading`) and may
 * come late, so the place is kept until the person does the next thing. After Back the control that led away has the
 * focus again, or the heading where it is gone. Gives what ends it.
 */
export function rememberScroll(): () => void {
  window.history.scrollRestoration = 'manual';
  const places = readPlaces();
  /** The control that was pressed last in each entry; as it may name someone, it is not stored. */
  const pressed = new Map<string, Pressed>();
  let stop = () => {};
  /** Where the page was put while a place is kept. Anything else that scrolls it, such as a screen reader, ends that. */
  let put = 0;

  const findAgain = ({ name, index }: Pressed) => namedLike(name)[index];
  const giveFocus = (last: Pressed | undefined) => {
    const { activeElement, body } = document;
    const isLost = activeElement === body;
    // A page's heading, or that of a part of Home, took it as it came.
    if (!isLost && !activeElement?.matches('h1, h2')) return;
    const again = last && findAgain(last);
    if (again) again.focus({ preventScroll: true });
    else if (isLost) document.querySelector('h1')?.focus({ preventScroll: true });
  };
  /** In a window that was turned meanwhile, the control that led away is elsewhere on the page. */
  const isInSight = (last: Pressed | undefined): boolean => {
    const { activeElement } = document;
    if (!last || !activeElement || findAgain(last) !== activeElement) return true;
    const { top, bottom } = activeElement.getBoundingClientRect();
    return bottom >= 0 && top < window.innerHeight;
  };

  const keepPlace = (givesFocus: boolean) => {
    stop();
    const entry = currentEntry();
    const place = places[entry] ?? 0;
    const last = pressed.get(entry);
    let isTurned = false;
    put = window.scrollY;
    const move = () => {
      if (currentEntry() !== entry) return stop();
      restore();
      put = window.scrollY;
    };
    const restore = () => {
      if (givesFocus) giveFocus(last);
      if (!isTurned && Math.abs(window.scrollY - place) > 1)
        window.scrollTo({ top: place, behavior: 'instant' });
      if (!givesFocus || isInSight(last)) return;
      isTurned = true;
      document.activeElement?.scrollIntoView({ block: 'center' });
    };
    const changed = new MutationObserver(move);
    const resized = new ResizeObserver(move);
    changed.observe(document.body, { childList: true, subtree: true });
    resized.observe(document.body);
    stop = () => {
      changed.disconnect();
      resized.disconnect();
    };
  };

  const note = () => {
    places[currentEntry()] = window.scrollY;
    if (Math.abs(window.scrollY - put) > 1) stop();
  };
  const notePress = ({ target }: Event) => {
    note();
    const control = target instanceof Element && target.closest<HTMLElement>(CONTROLS);
    if (!control) return;
    const name = nameOf(control);
    pressed.set(currentEntry(), { name, index: namedLike(name).indexOf(control) });
  };
  const goBack = () => keepPlace(true);
  const store = () => storePlaces(places);
  const end = () => stop();
  addEventListener('scroll', note, { passive: true });
  // A link to the page that is shown makes another entry without any scrolling.
  addEventListener('click', notePress, true);
  addEventListener('popstate', goBack);
  addEventListener('pagehide', store);
  for (const type of ENDS) addEventListener(type, end, { capture: true, passive: true });
  if (isRevisit()) keepPlace(false);
  return () => {
    end();
    removeEventListener('scroll', note);
    removeEventListener('click', notePress, true);
    removeEventListener('popstate', goBack);
    removeEventListener('pagehide', store);
    for (const type of ENDS) removeEventListener(type, end, true);
  };
}

function isRevisit(): boolean {
  const [navigation] = performance.getEntriesByType?.('navigation') ?? [];
  return ['reload', 'back_forward'].includes(
    (navigation as PerformanceNavigationTiming | undefined)?.type ?? '',
  );
}

// A browser that blocks storage remembers as long as the document lasts.
function readPlaces(): Places {
  try {
    return JSON.parse(sessionStorage.getItem(STORED_AS) ?? '{}');
  } catch {
    return {};
  }
}

function storePlaces(places: Places): void {
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify(places));
  } catch {}
}
