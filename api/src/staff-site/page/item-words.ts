import { OWN_ITEM } from '../../domain/core/export/labels.ts';
import type { StaffRequest } from './staff-request.ts';

/** The words of an item as the viewer reads them. */
export interface ItemWords {
  symptom: (text: string) => string;
  activity: (text: string) => string;
}

/** Own words are erased once their participant is anonymous. */
const ERASED = 'In their own words';

/** Those who see no names read the trial's own words only: a participant may have written a name. */
export function itemWords({ op: { content }, viewer }: StaffRequest): ItemWords {
  const among = (list: readonly { text: string }[]) => {
    const known = new Set(list.map(({ text }) => text));
    return (text: string) => {
      if (text === '') return ERASED;
      return viewer.names || known.has(text) ? text : OWN_ITEM;
    };
  };
  return { symptom: among(content.tracker.symptoms), activity: among(content.tracker.activities) };
}
