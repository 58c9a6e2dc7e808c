import type {
  addActivity,
  addSymptom,
  deleteActivity,
  deleteSymptom,
  saveSymptom,
} from '../calls/tracker.calls.ts';
import type { Apply } from '../store/apply.ts';

type Item = { id: number };

/** In the place of the item with the same id, or at the end. */
const put = <T extends Item>(items: readonly T[], item: T): T[] =>
  items.some(({ id }) => id === item.id)
    ? items.map((each) => (each.id === item.id ? item : each))
    : [...items, item];

const without = <T extends Item>(items: readonly T[], { id }: Item): T[] =>
  items.filter((item) => item.id !== id);

export const applyAddActivity: Apply<typeof addActivity> = (
  { activities },
  { activity },
  { temporaryId, answer },
) => ({ activities: put(activities, { id: answer?.id ?? temporaryId, text: activity.text }) });

export const applyDeleteActivity: Apply<typeof deleteActivity> = ({ activities }, item) => ({
  activities: without(activities, item),
});

export const applyAddSymptom: Apply<typeof addSymptom> = (
  { symptoms },
  { symptom },
  { temporaryId, answer },
) => ({
  symptoms: put(symptoms, answer ?? { ...symptom, id: temporaryId, redflag: false, selfHarm: false }),
});

export const applyDeleteSymptom: Apply<typeof deleteSymptom> = ({ symptoms }, item) => ({
  symptoms: symptoms.filter(({ id, selfHarm }) => selfHarm || id !== item.id),
});

export const applySaveSymptom: Apply<typeof saveSymptom> = ({ symptoms }, { symptom }) => ({
  symptoms: symptoms.map((each) =>
    each.id === symptom.id ? { ...each, redflag: symptom.redflag || each.selfHarm } : each,
  ),
});
