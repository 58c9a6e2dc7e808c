import { courseOf } from '@stepwise/shared-contracts/course/course';
import { courseDoses } from '@stepwise/shared-contracts/course/course-doses';
import { questionsFor } from '@stepwise/shared-contracts/course/course-questions';
import { notesOfSteps, strengthsInWords, watchedSigns } from '@stepwise/shared-contracts/course/course-sheet';
import { localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { doseText } from '@stepwise/shared-contracts/entities/dose-text';
import { helpOf } from '@stepwise/shared-contracts/help/help';
import { holdWords } from '@stepwise/shared-contracts/help/hold-words';
import { hasLeftPlan, planSteps, withoutStepsAhead } from '@stepwise/shared-contracts/plan/plan-steps';
import { readValues } from '../../../platform/database/query.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import { presentCourseQuestions } from '../../core/content/present-content.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { findHelpers } from '../../people/participants/helpers.ts';
import { Participant } from '../../people/participants/participant.entity.ts';
import { findContentOf } from '../plan/find-plan-content.ts';
import { findPlan } from '../plan/prescriptions.ts';
import { findRecords } from '../tracker/find-records.ts';
import { selectSelfHarm } from '../tracker/select-self-harm.ts';
import { selectSymptoms } from '../tracker/tracker-lists.ts';

/**
 * What to take to the doctor, as PDF, on the participant's own day: in the time zone of the last record, else the
 * trial's. Throws not-found while there is no plan.
 */
export async function makeCourseSheet(op: Operation, participantId: string): Promise<Buffer> {
  const { db, now, content } = op;
  const participant = await db.findOne(Participant, { id: participantId });
  if (!participant?.scheduleId) throw notFound();
  const records = await findRecords(db, participantId);
  const today = localDate(now, records.at(-1)?.timeZone ?? content.product.timeZone);
  const { doctor } = await findHelpers(db, participantId);
  const { symptoms, selfHarm } = await readValues(db, {
    symptoms: selectSymptoms(participantId),
    selfHarm: selectSelfHarm(participantId),
  });
  const help = { ...content.safety.help, selfHarm };
  const isHeld = helpOf({ shown: help, saved: help, draft: null }, now) !== null;
  const whole = await findPlan({ ...op, today }, participantId);
  const { leftPlanOn, consentAgree } = participant;
  const hasLeft = hasLeftPlan({ leftplan: leftPlanOn != null, consentAgree });
  const prescriptions =
    isHeld || hasLeft
      ? withoutStepsAhead(whole.prescriptions, whole.doseReports, today)
      : whole.prescriptions;
  const plan = { ...whole, prescriptions };
  const { schedule, medicine } = findContentOf(content, participant.scheduleId);
  const course = courseOf({
    doses: courseDoses({ ...plan, schedule: schedule.id, schedules: content.schedules }, today),
    records,
    today,
  });
  // Loaded with the first document: the server's start does not wait for a PDF library.
  const { coursePdf } = await import('../documents/course-pdf.ts');
  return coursePdf({
    productName: content.product.name,
    medicine: content.product.medicine.one,
    name: `${participant.firstName} ${participant.lastName}`.trim(),
    doctor: doctor.name,
    plan: schedule.text,
    course,
    ...(isHeld && { hold: holdWords(help, doctor.name) }),
    strengths: strengthsInWords(medicine.forms, participant.strengths),
    notes: notesOfSteps(planSteps(plan.prescriptions, plan.doseReports, today), (dose) =>
      doseText(dose, schedule.id, content.schedules),
    ),
    signs: watchedSigns(symptoms),
    questions: questionsFor(course, presentCourseQuestions(content), medicine.id),
    team: content.product.researchTeam,
    now,
  });
}
