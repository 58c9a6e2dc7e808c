import type { DailyRecord, Symptom } from '@stepwise/shared-contracts/entities/tracker';
import { type Today, yesterdayOf } from '../../day/today.ts';
import { type Draft, isBegun, urgencyOfDraft } from './check-up-draft.ts';
import type { WarningStage } from './team-reads.tsx';
import { mostUrgent, type Urgency, urgencyOf } from './warning-help.tsx';

interface HelpSources {
  records: readonly DailyRecord[];
  /** Those that the server does not have yet. */
  unsent: readonly DailyRecord[];
  draft: Draft;
  symptoms: readonly Symptom[];
}

/** The help that a day with a warning sign calls for until its end, saved or not; null on any other day. */
export function helpFor(
  today: Today,
  { records, unsent, draft, symptoms }: HelpSources,
): { urgency: Urgency; stage: WarningStage | null } | null {
  const warned = records
    .filter((record) => isMadeOn(record, today))
    .filter((record) => urgencyOf(record.symptoms) !== 'none');
  const draftUrgency = draft.begunOn === today.local ? urgencyOfDraft(draft, symptoms) : 'none';
  const urgency = mostUrgent(draftUrgency, ...warned.map((record) => urgencyOf(record.symptoms)));
  if (urgency === 'none') return null;
  // A sign that was redone, or saved and replaced, keeps the help as well.
  if (warned.length === 0) return { urgency, stage: isBegun(draft) ? 'not-saved' : null };
  return { urgency, stage: warned.every((record) => unsent.includes(record)) ? 'not-sent' : 'saved' };
}

const isMadeOn = ({ localDate, addedLater }: DailyRecord, today: Today): boolean =>
  localDate === today.local || (addedLater === true && localDate === yesterdayOf(today));
