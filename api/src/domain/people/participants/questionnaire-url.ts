import type { Content } from '../../core/content/load-content.ts';
import type { Participant } from './participant.entity.ts';

/** The baseline questionnaire of a participant: their own link or the trial's, with their study id. */
export const questionnaireUrl = (
  { redcapLink, studyId }: Pick<Participant, 'redcapLink' | 'studyId'>,
  { product }: Content,
): string => (redcapLink ?? product.questionnaire.link).replaceAll('{study_id}', studyId ?? '');
