/** A part of a page that can be named, and so read out. */
const PLACES = 'section, form, fieldset, aside, main';

/**
 * Where the control that was pressed last is taken away and nothing else takes the focus, the nearest part of the page that
 * it stood in takes it: left on the body, the next Tab would begin at the page's top. Gives what ends it.
 */
export function keepFocus(): () => void {
  let pressed: Element | null = null;
  let places: HTMLElement[] = [];
  const look = () => {
    if (!pressed || pressed.isConnected || document.activeElement !== document.body) return;
    const place = places.find((each) => each.isConnected);
    if (!place) return;
    pressed = null;
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
    place.scrollIntoView?.({ block: 'nearest' });
  };
  const note = ({ target }: Event) => {
    pressed = target instanceof Element ? target.closest('a, button, input, summary') : null;
    places = [];
    for (
      let place = pressed?.closest<HTMLElement>(PLACES);
      place;
      place = place.parentElement?.closest(PLACES)
    )
      places.push(place);
  };
  // After the effects of what came in its place, which may take the focus themselves.
  const observer = new MutationObserver(() => setTimeout(look));
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('click', note, true);
  return () => {
    observer.disconnect();
    document.removeEventListener('click', note, true);
  };
}
