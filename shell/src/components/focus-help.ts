/** Of the heading that stands above the two numbers while help is on. */
export const HELP_HEADING = 'help-now';

/** Moves the focus to the numbers while help is on, and shows the top of the page; false while it is not. */
export function focusHelp(): boolean {
  const heading = document.getElementById(HELP_HEADING);
  heading?.focus({ preventScroll: true });
  if (heading) document.documentElement.scrollTop = 0;
  return heading !== null;
}
