import { formatDate } from '../dates/plain-date.ts';
import type { COURSE_STAGES, CourseQuestion } from '../entities/course.ts';
import { fillIn } from '../entities/fill-in.ts';
import { type Course, periodInForce } from './course.ts';

const MAX_QUESTIONS = 5;

export const QUESTION_PLACEHOLDERS = ['dose', 'next', 'date'] as const;

/** Where a course stands; undefined while no dose in force is known, and on a last dose above 0 mg. */
function stageOf(course: Course): (typeof COURSE_STAGES)[number] | undefined {
  const period = periodInForce(course);
  if (period?.dose === 0) return 'stopped';
  const next = course.periods.find(({ state }) => state === 'planned');
  if (!period || !next) return undefined;
  if (next.dose === 0) return 'lastStep';
  return period === course.periods[0] ? 'start' : 'step';
}

/** The first five of the content's questions that fit where a course stands, with their doses and dates. */
export function questionsFor(
  course: Course,
  questions: readonly CourseQuestion[],
  medicine: number | undefined,
): string[] {
  const stage = stageOf(course);
  const period = periodInForce(course);
  const next = course.periods.find(({ state }) => state === 'planned');
  const values: Record<string, string | undefined> = {
    dose: period?.label,
    next: next?.label,
    date: next && formatDate(next.planned ?? next.date),
  };
  return questions
    .filter(({ when, medicines, upTo }) => {
      const isOfStage = when === undefined || (stage !== undefined && when.includes(stage));
      const isOfMedicine =
        medicines === undefined || (medicine !== undefined && medicines.includes(medicine));
      const isOfDose = upTo === undefined || (period !== undefined && period.dose <= upTo);
      return isOfStage && isOfMedicine && isOfDose;
    })
    .flatMap(({ text }) => fillIn(text, values) ?? [])
    .slice(0, MAX_QUESTIONS);
}
