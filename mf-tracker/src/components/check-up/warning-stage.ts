import type { DailyRecord, Symptom } from '@stepwise/shared-contracts/entities/tracker';
import { type Today, yesterdayOf } from '../../day/today.ts';
import type { WarningStage } from '../help/team-reads.tsx';
import { urgencyOf } from '../help/urgency.ts';
import { type Draft, isBegun, urgencyOfDraft } from './check-up-draft.ts';

interface HelpSources {
  records: readonly DailyRecord[];
  /** Those that the server does not have yet. */
  unsent: readonly DailyRecord[];
  draft: Draft;
  symptoms: readonly Symptom[];
}

/** Where a warning sign of today is; undefined on a day without one. Its help stays until the day ends, saved or not. */
export function warningStage(
  today: Today,
  { records, unsent, draft, symptoms }: HelpSources,
): WarningStage | null | undefined {
  const warned = records
    .filter((record) => isMadeOn(record, today))
    .filter((record) => urgencyOf(record.symptoms) !== 'none');
  if (warned.length > 0) return warned.every((record) => unsent.includes(record)) ? 'not-sent' : 'saved';
  if (draft.begunOn !== today.local || urgencyOfDraft(draft, symptoms) === 'none') return undefined;
  // A sign that was redone, or saved and replaced, keeps the help as well.
  return isBegun(draft) ? 'not-saved' : null;
}

const isMadeOn = ({ localDate, addedLater }: DailyRecord, today: Today): boolean =>
  localDate === today.local || (addedLater === true && localDate === yesterdayOf(today));
