import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { Link } from '@stepwise/shared-contracts/router';
import styles from './footer.module.css';

export function Footer() {
  const { trial, demonstration } = useHost().site;
  return (
    <footer className={styles.footer}>
      <p>{trial}.</p>
      {demonstration && (
        <p className={styles.demonstration}>
          This is a demonstration. No clinician has approved its questions, doses or texts.
        </p>
      )}
      <p className={styles.links}>
        <Link to="/about">Privacy Statement</Link>
        <a href="/account/accessibility">Accessibility</a>
      </p>
    </footer>
  );
}
