import { Button } from '@stepwise/shared-contracts/design-system/button';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { memo } from 'react';
import styles from './timeline-card.module.css';

export type View = 'picture' | 'table' | 'sentences';

const VIEWS: [View, label: string, announcement: string][] = [
  ['picture', 'As a picture', 'Your timeline is shown as a picture.'],
  ['table', 'As a table', 'Your timeline is shown as a table.'],
  ['sentences', 'In sentences', 'Your week is shown in sentences.'],
];

interface ViewSwitchProps {
  view: View;
  onChange: (view: View) => void;
}

/** How the timeline is shown: one of three, the same content. */
export const ViewSwitch = memo(function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  const { announce } = useHost();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div className={styles.views} role="group" aria-label="How the timeline is shown">
      {VIEWS.map(([name, label, announcement]) => (
        <Button
          key={name}
          variant="link"
          aria-pressed={view === name}
          onClick={() => {
            onChange(name);
            announce(announcement);
          }}
        >
          {label}
        </Button>
      ))}
    </div>
  );
});
