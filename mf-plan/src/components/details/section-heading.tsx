import type { ReactNode } from 'react';
import styles from './section-heading.module.css';

/** The heading of a section of the summary, with its edit buttons beside it. */
export function SectionHeading({ id, text, children }: { id: string; text: string; children?: ReactNode }) {
  return (
    <div className={styles.heading}>
      <h2 id={id}>{text}</h2>
      {children}
    </div>
  );
}
