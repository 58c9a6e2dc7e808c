import { preventDoubleTap } from '@stepwise/shared-contracts/design-system/prevent-double-tap';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { useCareCalls } from '../check-up/warning-help.tsx';
import styles from './dose.module.css';

/** Whom to call about a dose: the doctor or nurse, the line to talk and the research team. */
export function CareCalls() {
  const { site } = useHost();
  const calls = useCareCalls();
  const { phone, tel, hours } = site.researchTeam;
  return (
    <ul className={styles.calls}>
      {[...calls, { href: tel, text: `Call ${phone}`, about: `Research team, ${hours}` }].map(
        ({ href, text, about }) => (
          <li key={href}>
            <a className={styles.call} href={href} {...preventDoubleTap()}>
              {text}
            </a>{' '}
            {about}
          </li>
        ),
      )}
    </ul>
  );
}
