import { preventDoubleTap } from '@stepwise/shared-contracts/design-system/prevent-double-tap';
import styles from './check-up.module.css';

export interface Call {
  href: string;
  text: string;
  /** Who answers. */
  about?: string;
}

/** Numbers to call, one tap each. */
export const CallList = ({ calls }: { calls: readonly Call[] }) => (
  <ul className={styles.calls}>
    {calls.map(({ href, text, about }) => (
      <li key={href}>
        <a className={styles.call} href={href} {...preventDoubleTap()}>
          {text}
        </a>{' '}
        {about}
      </li>
    ))}
  </ul>
);
