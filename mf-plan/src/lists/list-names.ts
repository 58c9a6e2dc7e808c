import type { Category } from '@stepwise/shared-contracts/entities/tracker';

/** The tracker's lists: the activities and the symptoms of each category. */
export type ListName = 'activities' | Category;

export const LIST_NAMES: readonly ListName[] = ['activities', 'sleep', 'mood', 'active'];

export const LIST_LABELS: Readonly<Record<ListName, string>> = {
  activities: 'Activities',
  sleep: 'Sleep symptoms',
  mood: 'Mood symptoms',
  active: 'Symptoms that may affect activity',
};

/** Of the field that adds to it, and of what is kept while that is typed. */
export const addFieldOf = (name: ListName): string => `add-to-${name}`;
