import { formatDate, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import { daysRecordedText, findDaysRecorded } from '../../domain/care/tracker/find-days-recorded.ts';
import type { Operation } from '../../domain/core/operation/operation.ts';
import { baselineInWords, findBaseline } from '../../domain/trial/baseline/find-baseline.ts';
import { findLatestConsent } from '../../domain/trial/consent/find-latest-consent.ts';
import { factsCard, type ParticipantSection } from '../page/participant-section.ts';

/** Only the reduction arm records days. */
async function daysRecorded({ db, now }: Operation, participantId: string): Promise<[string, string]> {
  const days = await findDaysRecorded(db, [participantId], now);
  return ['Days recorded of days due', daysRecordedText(days.get(participantId))];
}

/** How far the participant has come, step by step. */
export const progressSection: ParticipantSection = async ({ request: { op, viewer }, participant }) => {
  const { homeStep, surveyDone, surveyIneligible, questionnaireConfirmedAt } = participant;
  const baseline = await findBaseline(op.db, participant.id);
  const consent = await findLatestConsent(op.db, participant.id);
  const day = (instant: Date) => formatDate(localDate(instant, op.content.product.timeZone));
  return factsCard('progress', 'Progress', [
    ['Study id', participant.studyId ?? 'None'],
    ['Account made', day(participant.createdAt)],
    ['Survey', surveyDone ? (surveyIneligible ? 'Done, not eligible' : 'Done, eligible') : 'Not done'],
    [
      'Consent',
      consent ? `Version ${consent.version}, agreed on ${day(new Date(consent.agreedAt))}` : 'Not on record',
    ],
    [
      'Medicine before randomisation',
      baseline ? Object.values(baselineInWords(op.content, baseline)).join(', ') : 'Not answered',
    ],
    [
      'Questionnaire',
      questionnaireConfirmedAt
        ? `Confirmed on ${day(questionnaireConfirmedAt)}`
        : homeStep >= HOME_STEP.plan
          ? 'Confirmed'
          : 'Not confirmed',
    ],
    ...(viewer.arms ? [await daysRecorded(op, participant.id)] : []),
  ]);
};
