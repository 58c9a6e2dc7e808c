import type { Course } from '@stepwise/shared-contracts/course/course';
import { layCourse } from '@stepwise/shared-contracts/course/course-layout';
import {
  COURSE_TABLE,
  courseRow,
  frequentSymptoms,
  lastWarningDays,
  periodsOnSheet,
  SHEET_NOTE,
  sinceWords,
  standingOf,
  symptomInWords,
  warningsInWords,
} from '@stepwise/shared-contracts/course/course-sheet';
import { courseSentence } from '@stepwise/shared-contracts/course/course-words';
import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { drawCourse } from './draw-course.ts';
import { makePdf } from './pdf-document.ts';
import { SHEET } from './pdf-style.ts';

export interface CourseSource {
  productName: string;
  /** The class of its medicines, with its article. */
  medicine: string;
  /** The participant's. */
  name: string;
  doctor: string;
  /** Of the schedule. */
  plan: string;
  course: Course;
  questions: readonly string[];
  /** In words: those at home, what each step needs, and the warning signs that were chosen. */
  strengths: string;
  notes: readonly string[];
  signs: string;
  team: { phone: string; email: string; hours: string };
  /** What stands in the place of the next dose. */
  hold?: string;
  now: Date;
}

/** Wider than the sheet, so that its letters come out as small as those around it. */
const PICTURE_WIDTH = 800;
/** Of the page's width, so that what is below fits on the page. */
const PICTURE_SHARE = 0.8;

/** What to take to the doctor: one A4 page, as the plan's page of the same name prints it. */
export function coursePdf(source: CourseSource): Promise<Buffer> {
  const { productName, name, doctor, plan, course, questions, team, now: date } = source;
  const title = 'What to take to the doctor';
  const footer = `${productName} – ${SHEET_NOTE}`;
  return makePdf(
    { title, footer, productName, date },
    (writer) => {
      const { now, next } = standingOf(course);
      const symptoms = frequentSymptoms(course);
      const warnings = lastWarningDays(course);
      writer.heading(1, title);
      writer.paragraph(
        `A ${productName} plan to reduce ${source.medicine}, for ${name}${doctor && `, to talk about with ${doctor}`}. ${formatDate(course.first)} to ${formatDate(course.today)}.`,
      );
      writer.fact('Plan', plan);
      writer.columns(
        () => writer.fact('Dose now', now),
        () => writer.fact('Next dose', source.hold ?? next),
      );
      writer.fact('Strengths at home', source.strengths);
      writer.paragraph(courseSentence(course));
      writer.picture(`The course as a picture. ${COURSE_TABLE.caption}: see the table below.`, (doc, frame) =>
        drawCourse(doc, layCourse(course, PICTURE_WIDTH, 'paper'), {
          ...frame,
          width: frame.width * PICTURE_SHARE,
        }),
      );
      writer.heading(2, COURSE_TABLE.caption);
      writer.table(COURSE_TABLE.head, periodsOnSheet(course).map(courseRow));
      writer.columns(
        () => {
          writer.heading(2, `Most frequent since ${sinceWords(course)}`);
          if (symptoms.length === 0) writer.paragraph('No symptom was recorded.');
          else writer.list(symptoms.map(symptomInWords));
          writer.heading(2, 'Days with a warning sign');
          if (warnings.days.length === 0) writer.paragraph('None was recorded.');
          else writer.list(warningsInWords(warnings));
          writer.heading(2, 'Warning signs I watch for');
          writer.paragraph(source.signs);
        },
        () => {
          if (questions.length > 0) {
            writer.heading(2, 'Questions for this step');
            writer.list(questions);
          }
          if (source.notes.length > 0) {
            writer.heading(2, 'Notes of the steps');
            writer.list(source.notes);
          }
        },
      );
      writer.paragraph(`Research team: ${team.phone}, ${team.email}, ${team.hours}.`, 'soft');
      writer.frame('Doctor’s or nurse’s note');
    },
    SHEET,
  );
}
