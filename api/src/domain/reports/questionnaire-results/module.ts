import { defineModule } from '../../../platform/modules/define-module.ts';
import { QuestionnaireImport, QuestionnaireResult } from './questionnaire-result.entities.ts';

/** Results of the external questionnaires, each import a version of all of them. They hold no free text. */
export const questionnaireResults = defineModule({
  name: 'questionnaire-results',
  entities: [QuestionnaireImport, QuestionnaireResult],
  codes: { questionnaire_import: ['sha256', 'codebook'], questionnaire_result: ['answers'] },
});
