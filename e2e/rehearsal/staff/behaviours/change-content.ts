import { editContent, type RehearsedContent, readContent } from '../../content.ts';
import type { Rehearsal } from '../../context.ts';
import type { TrialContent } from '../../model/content.ts';
import { amendsOn } from './amend-consent.ts';

const MONTH_3 = 60;
const MORE_DAYS = 7;

/** While people still join; with the consent form where a rehearsal is too short for it. */
export const changesContentOn = (days: number): number => Math.min(MONTH_3, amendsOn(days));

/**
 * Changes the trial's content, for when the server starts again: longer steps, one more activity, another subject of the
 * daily reminder. Plans that were saved, and the lists of those who signed up before, stay as they are.
 */
export function changeContent({ content, contentDir, watch }: Rehearsal): void {
  editContent<Pick<TrialContent, 'schedules'>>(contentDir, 'schedules', ({ schedules }) => {
    for (const { steps } of schedules) for (const step of steps) if (step.days > 0) step.days += MORE_DAYS;
  });
  editContent<RehearsedContent['tracker']>(contentDir, 'tracker', ({ activities }) =>
    activities.unshift({ text: 'Painting' }),
  );
  editContent<{ dailyReminder: { subject: string } }>(contentDir, 'mail', ({ dailyReminder }) => {
    dailyReminder.subject = 'Two minutes for today';
  });
  Object.assign(content, readContent(contentDir));
  watch.count('changes of the content');
}
