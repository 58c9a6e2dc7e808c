import { scrollPaddingTop } from '@stepwise/shared-contracts/design-system/keep-in-place';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { useEffect } from 'react';
import styles from './step-heading.module.css';

/** What the shell calls the home page, once no step is open any more. */
const HOME_TITLE = 'Home';

/** Of how far along the check-up is: read out after the heading that has the focus. */
export const PROGRESS_ID = 'check-up-progress';

/** The heading of a step inside the home page. It takes focus when the step opens, so that the change is read out. */
export function StepHeading({ children, describedBy }: { children: string; describedBy?: string }) {
  const { setTitle } = useHost();
  useEffect(() => {
    setTitle(children);
    return () => setTitle(HOME_TITLE);
  }, [setTitle, children]);
  return (
    <h2
      key={children}
      ref={takeFocus}
      tabIndex={-1}
      className={styles.heading}
      aria-describedby={describedBy}
    >
      {children}
    </h2>
  );
}

const takeFocus = (heading: HTMLHeadingElement | null) => {
  if (!heading) return;
  heading.focus({ preventScroll: true });
  reveal(heading);
  // Firefox moves a page that has become shorter only as it is drawn.
  requestAnimationFrame(() => requestAnimationFrame(() => reveal(heading)));
};

/** The step's top shows what stands above the heading as well. */
function reveal(heading: HTMLHeadingElement): void {
  if (document.activeElement !== heading) return;
  const step = heading.closest('section') ?? heading;
  const isInSight =
    step.getBoundingClientRect().top >= scrollPaddingTop() &&
    heading.getBoundingClientRect().bottom <= window.innerHeight;
  if (!isInSight) step.scrollIntoView();
  const { left, top } = heading.getBoundingClientRect();
  const shown = document.elementFromPoint?.(left + 1, top + 1);
  if (shown && !shown.contains(heading) && !heading.contains(shown))
    heading.scrollIntoView({ block: 'center' });
}
