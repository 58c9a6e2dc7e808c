import { defineModule } from '../../../platform/modules/define-module.ts';
import { Signature } from './signature.entity.ts';

/** Electronic signatures of the team, each with its meaning and the hash of what was signed. */
export const signatures = defineModule({
  name: 'signatures',
  entities: [Signature],
  personal: {
    signature: { owner: { participant: 'participant_id' }, erase: { name: 'team' } },
  },
  codes: { signature: ['kind', 'meaning', 'proof', 'hash'] },
});
