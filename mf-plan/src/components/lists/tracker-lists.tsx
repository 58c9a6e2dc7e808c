import { Icon } from '@stepwise/shared-contracts/design-system/icon';
import type { Category, Symptom } from '@stepwise/shared-contracts/entities/tracker';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { symptomsOf } from '@stepwise/shared-contracts/store/selectors';
import { LIST_LABELS } from '../../lists/list-names.ts';
import {
  addToActivities,
  addToSymptoms,
  removeActivity,
  removeSymptom,
  toggleFlag,
} from '../../lists/list-saves.ts';
import { ItemList } from './item-list.tsx';
import styles from './lists.module.css';

export function ActivityList({ isEditing }: { isEditing: boolean }) {
  const host = useHost();
  const activities = useParticipant((state) => state.activities);
  return (
    <ItemList
      name="activities"
      label={LIST_LABELS.activities}
      items={activities}
      isEditing={isEditing}
      addLabel="Add an activity"
      onAdd={(text) => void addToActivities(host, text)}
      onRemove={(activity) => void removeActivity(host, activity)}
    />
  );
}

const ADD_LABELS: Readonly<Record<Category, string>> = {
  sleep: 'Add a sleep symptom',
  mood: 'Add a mood symptom',
  active: 'Add a symptom that may affect activity',
};

export function SymptomList({ category, isEditing }: { category: Category; isEditing: boolean }) {
  const host = useHost();
  const symptoms = useParticipant((state) => state.symptoms);
  return (
    <ItemList
      name={category}
      label={LIST_LABELS[category]}
      items={symptomsOf(symptoms, category)}
      isEditing={isEditing}
      addLabel={ADD_LABELS[category]}
      onAdd={(text) => void addToSymptoms(host, { text, category })}
      onRemove={(symptom) => void removeSymptom(host, symptom)}
      mark={(symptom, canChange) =>
        canChange ? <FlagButton symptom={symptom} /> : <Flag symptom={symptom} />
      }
    />
  );
}

function Flag({ symptom: { redflag } }: { symptom: Symptom }) {
  if (!redflag) return null;
  return (
    <span className={`warning-sign ${styles.flagged}`}>
      <Icon name="flag" size={20} />
      Warning sign
    </span>
  );
}

/** The words change with the flag, so that nobody has to tell an outline from a filled flag. */
function FlagButton({ symptom }: { symptom: Symptom }) {
  const host = useHost();
  const { text, redflag } = symptom;
  const toggle = () => {
    host.announce(redflag ? `${text} is no longer a warning sign.` : `${text} is now a warning sign.`);
    void toggleFlag(host, symptom);
  };
  return (
    <button type="button" className={styles.flag} data-flagged={redflag} onClick={toggle}>
      <Icon name="flag" size={20} />
      {redflag ? 'Warning sign' : 'Add flag'}
      <span className="visually-hidden">{redflag ? `: ${text}. Take the flag off` : ` to ${text}`}</span>
    </button>
  );
}
