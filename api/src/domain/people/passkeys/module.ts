import { defineModule } from '../../../platform/modules/define-module.ts';
import { sendAccountNotice } from '../account-notices/send-account-notice.job.ts';
import { Passkey } from './passkey.entity.ts';

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
  // Queued by a version that had a job of its own for it.
  jobs: {
    'send-passkey-notice': (...[op, key, mailing]: Parameters<typeof sendAccountNotice>) =>
      sendAccountNotice(op, `passkey-${key}`, mailing),
  },
});
