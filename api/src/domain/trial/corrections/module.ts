import { defineModule } from '../../../platform/modules/define-module.ts';
import { Correction, SourceVerification } from './correction.entities.ts';

/** Corrections of what was typed or reported, and what monitors compared with its source. */
export const corrections = defineModule({
  name: 'corrections',
  entities: [Correction, SourceVerification],
  personal: {
    correction: { owner: { participant: 'participant_id' }, erase: { reason: 'blank', source: 'blank' } },
  },
  codes: {
    correction: ['kind', 'target', 'field', 'old_value', 'new_value'],
    source_verification: ['kind', 'target', 'field', 'value'],
  },
});
