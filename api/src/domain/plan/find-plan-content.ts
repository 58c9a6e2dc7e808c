import { notFound } from '../../platform/errors/app-error.ts';
import type { Medicine, Schedule } from '../content/content.schema.ts';
import type { Content } from '../content/load-content.ts';

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
