import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import styles from './help-line.module.css';

/** The two numbers that are one tap away wherever a participant is. */
export function HelpLine() {
  const { emergency, counselling } = useHost().site;
  return (
    <aside className={styles.line} aria-label="Help at any time">
      {[emergency, counselling].map(({ number, label, tel }) => (
        <a key={tel} href={tel}>
          {number} <span>{label}</span>
        </a>
      ))}
    </aside>
  );
}
