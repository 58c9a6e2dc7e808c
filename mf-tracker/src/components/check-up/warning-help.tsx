import { callHref } from '@stepwise/shared-contracts/contacts/contact-links';
import { CrisisContacts } from '@stepwise/shared-contracts/design-system/crisis-contacts';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import type { ReactNode } from 'react';
import { HELP_TITLES, type Urgency } from '../help/urgency.ts';
import { type Call, CallList } from './call-list.tsx';
import styles from './check-up.module.css';
import { WatchedHours } from './watched-hours.tsx';

/** The doctor or nurse, where their phone can be called, then the counselling line. */
export function useCareCalls(): Call[] {
  const { counselling } = useHost().site;
  const doctor = useParticipant((state) => state.doctor);
  const href = callHref(doctor.phone);
  const line = {
    href: counselling.tel,
    text: `Call ${counselling.number}`,
    about: `${counselling.name}, ${counselling.label}`,
  };
  return href ? [{ href, text: `Call ${doctor.name || 'your doctor or nurse'}` }, line] : [line];
}

interface WarningHelpProps {
  urgency: Urgency;
  /** Set where it appears in answer to what was chosen. */
  announced?: boolean;
  /** What is said of the team's hours; when they are if not given. */
  hours?: ReactNode;
}

/** Who to call, one tap each: the crisis contacts where a symptom is about self-harm. */
export function WarningHelp({ urgency, announced = false, hours }: WarningHelpProps) {
  const { site } = useHost();
  const calls = useCareCalls();
  return (
    <div className={styles.help}>
      {urgency === 'crisis' ? (
        <CrisisContacts
          contacts={[site.emergency, site.counselling]}
          title={HELP_TITLES.crisis}
          announced={announced}
        />
      ) : (
        <Notice
          tone={urgency === 'warning' ? 'warning' : 'info'}
          title={HELP_TITLES[urgency]}
          announced={announced}
        >
          <p>Talking to someone today can help.</p>
          <CallList calls={calls} />
        </Notice>
      )}
      {hours ?? <WatchedHours />}
    </div>
  );
}
