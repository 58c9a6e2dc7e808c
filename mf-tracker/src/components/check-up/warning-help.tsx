import { CrisisContacts } from '@stepwise/shared-contracts/design-system/crisis-contacts';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import type { Symptom } from '@stepwise/shared-contracts/entities/tracker';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { callHref } from '@stepwise/shared-contracts/people/contact-links';
import styles from './check-up.module.css';
import { WatchedHours } from './watched-hours.tsx';

/**
 * Who to call, one tap away, once a warning sign is among the symptoms chosen; the crisis contacts for one that is
 * about self-harm. It comes into sight at once, however long the list is.
 */
export function WarningHelp({ chosen }: { chosen: readonly Symptom[] }) {
  const { site } = useHost();
  if (chosen.some(({ selfHarm }) => selfHarm)) {
    return (
      <div key="crisis" ref={bringIntoSight} className={styles.help}>
        <CrisisContacts contacts={[site.emergency, site.counselling]} announced />
        <WatchedHours />
      </div>
    );
  }
  if (!chosen.some(({ redflag }) => redflag)) return null;
  return (
    <div key="care" ref={bringIntoSight} className={styles.help}>
      <WarningNotice />
      <WatchedHours />
    </div>
  );
}

const bringIntoSight = (help: HTMLElement | null) => help?.scrollIntoView({ block: 'nearest' });

function WarningNotice() {
  const { counselling } = useHost().site;
  const doctor = useParticipant((state) => state.doctor);
  const callDoctor = callHref(doctor.phone);
  return (
    <Notice tone="warning" title="You marked a warning sign." announced>
      <p>Talking to someone today can help.</p>
      <ul className={styles.calls}>
        {callDoctor && (
          <li>
            <a className={styles.call} href={callDoctor}>
              Call {doctor.name || 'your doctor or nurse'}
            </a>
          </li>
        )}
        <li>
          <a className={styles.call} href={counselling.tel}>
            Call {counselling.number}
          </a>{' '}
          {counselling.name}, {counselling.label}
        </li>
      </ul>
    </Notice>
  );
}
