import {
  addActivity,
  addSymptom,
  deleteActivity,
  deleteSymptom,
  saveSymptom,
} from '@stepwise/shared-contracts/calls/tracker.calls';
import { Icon } from '@stepwise/shared-contracts/design-system/icon';
import { preventDoubleTap } from '@stepwise/shared-contracts/design-system/prevent-double-tap';
import type { Category, Symptom } from '@stepwise/shared-contracts/entities/tracker';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { symptomsOf } from '@stepwise/shared-contracts/store/selectors';
import { LIST_LABELS } from '../../lists/list-names.ts';
import { ItemList } from './item-list.tsx';
import styles from './lists.module.css';

export function ActivityList({ isEditing }: { isEditing: boolean }) {
  const { outbox } = useHost();
  const activities = useParticipant((state) => state.activities);
  return (
    <ItemList
      name="activities"
      label={LIST_LABELS.activities}
      items={activities}
      isEditing={isEditing}
      addLabel="Add an activity"
      onAdd={(text) => outbox.send(addActivity, { activity: { text } })}
      onRemove={({ id }) => outbox.send(deleteActivity, { id })}
    />
  );
}

const ADD_LABELS: Readonly<Record<Category, string>> = {
  sleep: 'Add a sleep symptom',
  mood: 'Add a mood symptom',
  active: 'Add a symptom that may affect activity',
};

export function SymptomList({ category, isEditing }: { category: Category; isEditing: boolean }) {
  const { outbox } = useHost();
  const symptoms = useParticipant((state) => state.symptoms);
  const symptomStays = useParticipant(({ help }) => help?.symptomStays) ?? 'This one stays on your list.';
  return (
    <ItemList
      name={category}
      label={LIST_LABELS[category]}
      items={symptomsOf(symptoms, category)}
      isEditing={isEditing}
      addLabel={ADD_LABELS[category]}
      onAdd={(text) => outbox.send(addSymptom, { symptom: { text, category } })}
      onRemove={({ id }) => outbox.send(deleteSymptom, { id })}
      stays={({ selfHarm }) => (selfHarm ? symptomStays : undefined)}
      mark={(symptom) =>
        isEditing && !symptom.selfHarm ? <FlagButton symptom={symptom} /> : <Flag symptom={symptom} />
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

/** The words change with the flag, so that the meaning does not depend on an outline or filled flag. */
function FlagButton({ symptom }: { symptom: Symptom }) {
  const { announce, outbox } = useHost();
  const { id, text, category, redflag } = symptom;
  const toggle = () => {
    announce(redflag ? `${text} is no longer a warning sign.` : `${text} is now a warning sign.`);
    void outbox.send(saveSymptom, { symptom: { id, text, category, redflag: !redflag } });
  };
  return (
    <button type="button" className={styles.flag} data-flagged={redflag} {...preventDoubleTap(toggle)}>
      <Icon name="flag" size={20} />
      {redflag ? 'Warning sign' : 'Add flag'}
      <span className="visually-hidden">{redflag ? `: ${text}. Take the flag off` : ` to ${text}`}</span>
    </button>
  );
}
