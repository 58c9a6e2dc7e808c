import { Button } from '@stepwise/shared-contracts/design-system/button';
import { CrisisList } from '@stepwise/shared-contracts/design-system/crisis-contacts';
import { preventDoubleTap } from '@stepwise/shared-contracts/design-system/prevent-double-tap';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { HELP_PAGE } from '@stepwise/shared-contracts/federation/names';
import { OwnContacts } from '@stepwise/shared-contracts/help/own-contacts';
import { type MouseEvent, useId, useRef } from 'react';
import { HELP_HEADING } from './focus-help.ts';
import styles from './help-line.module.css';
import { useHelpTitle } from './use-help-title.ts';
import { useUrgentHelp } from './use-urgent-help.ts';

/** The two numbers at the top of the window of every page, for everybody; while help is on, as buttons that come first. */
export function HelpLine() {
  const { emergency, counselling } = useHost().site;
  const isUrgent = useUrgentHelp();
  const title = useHelpTitle();
  const contacts = [emergency, counselling];
  return (
    <aside className={styles.line} data-urgent={isUrgent || undefined} aria-label="Help at any time">
      <div key={`${isUrgent}`} className={styles.calls} role={isUrgent ? 'alert' : undefined}>
        {isUrgent && (
          <h2 className={styles.title} id={HELP_HEADING} tabIndex={-1}>
            {title}
          </h2>
        )}
        {contacts.map(({ number, label, tel }) => (
          <a key={tel} href={tel} {...preventDoubleTap()}>
            {isUrgent ? `Call ${number}` : number} <span className={styles.label}>{label}</span>
          </a>
        ))}
      </div>
      <HelpSheet />
    </aside>
  );
}

/** Whom to call, over any page. It needs no network; without a script its link opens a page of the server. */
function HelpSheet() {
  const { emergency, counselling, researchTeam } = useHost().site;
  const sheet = useRef<HTMLDialogElement>(null);
  const opener = useRef<HTMLAnchorElement>(null);
  const id = useId();
  const open = (event: MouseEvent) => {
    event.preventDefault();
    sheet.current?.showModal();
  };
  return (
    <>
      <a
        ref={opener}
        className={styles.opener}
        href={HELP_PAGE}
        aria-haspopup="dialog"
        {...preventDoubleTap(open)}
      >
        Help
      </a>
      <dialog
        ref={sheet}
        className={styles.sheet}
        aria-labelledby={id}
        // Safari focuses no link that is tapped, and so has nothing to give the focus back to.
        onClose={() => opener.current?.focus({ preventScroll: true })}
      >
        <form method="dialog">
          <h2 id={id}>Whom to call</h2>
          <CrisisList contacts={[emergency, counselling]} />
          <OwnContacts />
          <p className="small">
            Research team: <a href={researchTeam.tel}>{researchTeam.phone}</a>, {researchTeam.hours}.
          </p>
          <Button type="submit" variant="quiet">
            Close
          </Button>
        </form>
      </dialog>
    </>
  );
}
