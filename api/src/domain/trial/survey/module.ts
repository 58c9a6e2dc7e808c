import { defineModule } from '../../../platform/modules/define-module.ts';
import { VisitorExclusion } from './visitor-exclusion.entity.ts';

/** The eligibility survey. Its answers are never stored, and a visitor who may not take part is only counted. */
export const survey = defineModule({
  name: 'survey',
  entities: [VisitorExclusion],
  codes: { visitor_exclusion: ['reason'] },
});
