import { defineModule } from '../../../platform/modules/define-module.ts';
import { DoseQuestion } from './dose-question.entity.ts';
import { DoseReport } from './dose-report.entity.ts';
import { Prescription } from './prescription.entity.ts';
import { SetupAnswer } from './setup-answer.entity.ts';

/** The plan: answers of its setup, steps, doses that were reported, and questions about a dose. */
export const plan = defineModule({
  name: 'plan',
  entities: [SetupAnswer, Prescription, DoseReport, DoseQuestion],
  personal: {
    prescription: { owner: { participant: 'participant_id' }, erase: { note: 'typed' } },
  },
  codes: { prescription: ['prepare'], dose_report: ['kind', 'reported_by'], dose_question: ['reason'] },
});
