import { defineModule } from '../../../platform/modules/define-module.ts';
import { Linkage } from './linkage.entity.ts';

/** The release of the file that links the ids of the export with those of the questionnaires. */
export const linkage = defineModule({
  name: 'linkage',
  entities: [Linkage],
  personal: { linkage: { erase: { reason: 'team', confirm_reason: 'team' } } },
  codes: { linkage: ['sha256'] },
});
