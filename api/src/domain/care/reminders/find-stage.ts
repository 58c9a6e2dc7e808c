import type { HomeStep } from '@stepwise/shared-contracts/entities/user';
import { helpOf } from '@stepwise/shared-contracts/help/help';
import { presentedPlan } from '@stepwise/shared-contracts/plan/plan-steps';
import { trialStage } from '@stepwise/shared-contracts/stage/trial-stage';
import { readValues } from '../../../platform/database/query.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { Participant } from '../../people/participants/participant.entity.ts';
import { clockIn, timeZoneOf } from '../../people/participants/time-zone.ts';
import { planOf, selectPlan } from '../plan/prescriptions.ts';
import { selectSelfHarm } from '../tracker/select-self-harm.ts';

/** Where a participant stands, as Home has it today, without follow-ups and a new consent form; and what they reported. */
export async function findStage({ db, content, now }: Operation, participant: Participant) {
  const { today } = clockIn(timeZoneOf(participant, content), now);
  const { plan, doseReports, selfHarm } = await readValues(db, {
    ...selectPlan(participant.id),
    selfHarm: selectSelfHarm(participant.id),
  });
  const help = { ...content.safety.help, selfHarm };
  const found = trialStage(
    {
      user: {
        homestep: participant.homeStep as HomeStep,
        consentAgree: participant.consentAgree,
        randomise: participant.randomise,
        surveyineligible: participant.surveyIneligible,
        actingineligible: participant.actingIneligible,
        leftplan: participant.leftPlanOn !== null,
      },
      schedule: participant.scheduleId ?? null,
      records: participant.lastRecord ? [{ localDate: participant.lastRecord }] : [],
      prescriptions: presentedPlan(planOf(plan), doseReports, today),
      doseReports,
      followUps: undefined,
      reconsent: null,
      adminActing: false,
    },
    helpOf({ shown: help, saved: help, draft: null }, now),
    today,
  );
  return { stage: found?.stage, next: found?.next, reports: doseReports };
}
