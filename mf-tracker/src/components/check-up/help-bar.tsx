import { Button } from '@stepwise/shared-contracts/design-system/button';
import { AnchorButton } from '@stepwise/shared-contracts/design-system/link-button';
import { preventDoubleTap } from '@stepwise/shared-contracts/design-system/prevent-double-tap';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { useRef } from 'react';
import styles from './help-bar.module.css';
import { HELP_TITLES, type Urgency, useCareCalls, WarningHelp } from './warning-help.tsx';

/**
 * Who to call, in sight from anywhere in a list that has warning signs. It has the same size from the start, so that a
 * tick neither moves the list nor covers what was ticked; all of the help opens over the page.
 */
export function HelpBar({ urgency }: { urgency: Urgency }) {
  const { emergency, counselling } = useHost().site;
  const [careCall] = useCareCalls();
  const help = useRef<HTMLDialogElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <div className={styles.bar} data-urgency={urgency}>
      <div key={urgency} className={styles.urgent} role={urgency === 'none' ? undefined : 'alert'}>
        <p className={styles.title}>{HELP_TITLES[urgency]}</p>
        {urgency === 'crisis' ? (
          <p className={styles.calls}>
            <AnchorButton variant="danger" href={emergency.tel}>
              Call {emergency.number}
            </AnchorButton>
            <AnchorButton variant="quiet" href={counselling.tel}>
              Call {counselling.number}
            </AnchorButton>
          </p>
        ) : (
          careCall && (
            <p>
              <a className={styles.call} href={careCall.href} {...preventDoubleTap()}>
                {careCall.text}
              </a>
            </p>
          )
        )}
      </div>
      <div className={styles.more}>
        <Button ref={opener} variant="link" aria-haspopup="dialog" onClick={() => help.current?.showModal()}>
          More help
        </Button>
      </div>
      <dialog
        ref={help}
        className={styles.dialog}
        aria-label={HELP_TITLES[urgency]}
        // Safari focuses no button that is tapped, and so has nothing to give the focus back to.
        onClose={() => {
          opener.current?.focus({ preventScroll: true });
          // In a low window the page may have been scrolled along with the help.
          opener.current?.scrollIntoView?.({ block: 'nearest' });
        }}
      >
        <form method="dialog">
          <WarningHelp urgency={urgency} />
          <Button type="submit" variant="quiet">
            Close
          </Button>
        </form>
      </dialog>
    </div>
  );
}
