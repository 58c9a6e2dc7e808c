import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { Card } from '@stepwise/shared-contracts/look/card';
import styles from './info-panel.module.css';

/** What the marks mean and what is known in general. It never says what a mark of this person comes from. */
export function InfoPanel() {
  const { site } = useHost();
  return (
    <Card className={styles.card}>
      <details>
        <summary>What this page tells you</summary>
        <div className="stack small">
          <p>
            <strong>The marks.</strong> A yellow circle is a good answer. A red triangle is a day on which you
            noticed a warning sign. A grey square is any other day. The line shows your dose; dots show steps
            that are planned.
          </p>
          <p>
            <strong>After a dose change.</strong> Withdrawal symptoms usually start 2 to 5 days after a
            change. They are often a mix of body and feelings, come in waves, and ease quickly when the dose
            goes back up. A return of depression usually builds up over weeks. This page only shows what you
            recorded. It cannot tell what a symptom comes from; your doctor or nurse can help you find out.
          </p>
          <p>
            <strong>Do not stop suddenly</strong>, and change a dose only with your doctor or nurse.
          </p>
          <p>
            In an emergency call <a href={site.emergency.tel}>{site.emergency.number}</a>.{' '}
            {site.counselling.name} is there {site.counselling.label}:{' '}
            <a href={site.counselling.tel}>{site.counselling.number}</a>.
          </p>
        </div>
      </details>
    </Card>
  );
}
