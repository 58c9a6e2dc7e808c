import type { ChangedSection } from '../compare-forms.ts';
import styles from './changed-passages.module.css';

/** What changed since the form that was agreed to, before the whole form: new passages, and those that are gone. */
export function ChangedPassages({ sections }: { sections: readonly ChangedSection[] }) {
  return (
    <section className={styles.changes} aria-labelledby="changes-heading">
      <h2 id="changes-heading">What is different from the form you agreed to</h2>
      {sections.map(({ heading, added, removed }) => (
        <div key={heading} className="stack">
          <h3>{heading}</h3>
          {added.map((text) => (
            <p key={text}>
              <strong className="small">New: </strong>
              <ins>{text}</ins>
            </p>
          ))}
          {removed.map((text) => (
            <p key={text} className="soft">
              <strong className="small">No longer there: </strong>
              <del>{text}</del>
            </p>
          ))}
        </div>
      ))}
    </section>
  );
}
