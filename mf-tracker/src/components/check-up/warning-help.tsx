import { callHref } from '@stepwise/shared-contracts/contacts/contact-links';
import { CrisisContacts } from '@stepwise/shared-contracts/design-system/crisis-contacts';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import type { Symptom } from '@stepwise/shared-contracts/entities/tracker';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import type { ReactNode } from 'react';
import { type Call, CallList } from './call-list.tsx';
import styles from './check-up.module.css';
import { WatchedHours } from './watched-hours.tsx';

/** What the symptoms chosen call for: `crisis` for one about self-harm, `warning` for another warning sign. */
export type Urgency = 'crisis' | 'warning' | 'none';

export function urgencyOf(chosen: readonly Symptom[]): Urgency {
  if (chosen.some(({ selfHarm }) => selfHarm)) return 'crisis';
  return chosen.some(({ redflag }) => redflag) ? 'warning' : 'none';
}

const BY_URGENCY = ['none', 'warning', 'crisis'] as const;

export const mostUrgent = (...urgencies: Urgency[]): Urgency =>
  BY_URGENCY.findLast((urgency) => urgencies.includes(urgency)) ?? 'none';

export const HELP_TITLES: Record<Urgency, string> = {
  crisis: 'If you might hurt yourself, call now',
  warning: 'You marked a warning sign.',
  none: 'Need to talk to someone?',
};

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
