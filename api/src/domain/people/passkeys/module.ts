import { defineModule } from '../../../platform/modules/define-module.ts';
import { Passkey } from './passkey.entity.ts';
import { sendPasskeyNotice } from './send-passkey-notice.job.ts';

/** Passkeys of participants and of the team. */
export const passkeys = defineModule({
  name: 'passkeys',
  entities: [Passkey],
  personal: {
    passkey: {
      owner: { participant: 'participant_id' },
      erase: { id: 'row', name: 'row', public_key: 'row', transports: 'row' },
    },
  },
  jobs: { 'send-passkey-notice': sendPasskeyNotice },
});
