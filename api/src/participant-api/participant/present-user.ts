import type { HomeStep, TimesPerDay, User } from '@stepwise/shared-contracts/entities/user';
import type { Content } from '../../domain/core/content/load-content.ts';
import type { Participant } from '../../domain/people/participants/participant.entity.ts';
import { questionnaireUrl } from '../../domain/people/participants/questionnaire-url.ts';

/** The participant as the screens show them. */
export const presentUser = (participant: Participant, content: Content): User => ({
  id: participant.id,
  firstName: participant.firstName,
  lastName: participant.lastName,
  email: participant.email ?? '',
  phone: participant.phone,
  startdose: participant.startDose ?? null,
  timesperday: participant.timesPerDay as TimesPerDay,
  homestep: participant.homeStep as HomeStep,
  futureContact: participant.futureContact,
  consentAgree: participant.consentAgree,
  randomise: participant.randomise,
  surveydone: participant.surveyDone,
  surveyineligible: participant.surveyIneligible,
  actingdone: participant.actingDone,
  actingineligible: participant.actingIneligible,
  ...(participant.awaitsRandomisation && { awaits: participant.awaitsRandomisation }),
  ...(participant.leftPlanOn && { leftplan: true }),
  timeZone: participant.timeZone ?? '',
  redcaplink: questionnaireUrl(participant, content),
});
