import { preventDoubleTap } from '@stepwise/shared-contracts/design-system/prevent-double-tap';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { memo } from 'react';
import styles from './info-panel.module.css';

/** What the icons mean, and the trial's general information. It never says what an icon of this person comes from. */
export const InfoPanel = memo(function InfoPanel() {
  const { goodToKnow } = useHost().site;
  return (
    <details className={styles.panel}>
      <summary {...preventDoubleTap()}>Good to know</summary>
      <div className="stack small">
        <p>
          <strong>The marks.</strong> A yellow circle is a good answer. A red triangle is a day on which you
          noticed a warning sign. A grey square is any other day. The line is your dose; where it is dotted, a
          step is planned. A dashed frame is a day that is not sent yet.
        </p>
        {goodToKnow.map(({ heading, text }) => (
          <p key={heading}>
            <strong>{heading}.</strong> {text}
          </p>
        ))}
      </div>
    </details>
  );
});
