import { notFound } from '../../../platform/errors/app-error.ts';
import type { Medicine, Schedule } from '../../core/content/content.schema.ts';
import type { Content } from '../../core/content/load-content.ts';

/** What a schedule is called; null for none, and for one that the content has no longer. */
export const scheduleNameOf = ({ schedules }: Content, scheduleId: number | null): string | null =>
  schedules.find(({ id }) => id === scheduleId)?.text ?? null;

/** A schedule and its medicine. Throws not-found for an id the trial does not have, and where none is chosen. */
export function findContentOf(
  content: Content,
  scheduleId: number | null | undefined,
): { schedule: Schedule; medicine: Medicine } {
  const schedule = content.schedules.find(({ id }) => id === scheduleId);
  const medicine = content.medicines.find(({ id }) => id === schedule?.medication);
  if (!schedule || !medicine) throw notFound();
  return { schedule, medicine };
}
