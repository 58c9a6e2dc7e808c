import { StoredMessage } from '../../../platform/mail/stored-message.entity.ts';
import { defineModule } from '../../../platform/modules/define-module.ts';
import { DAY_MS } from '../../../platform/modules/durations.ts';

/** Messages; where no mail server is set, they are stored for a week instead of sent. */
export const mail = defineModule({
  name: 'mail',
  entities: [StoredMessage],
  personal: {
    kept_message: {
      owner: { address: 'recipient' },
      erase: { recipient: 'row', subject: 'row', body: 'row' },
    },
  },
  retention: [{ table: 'kept_message', since: 'kept_at', retentionMs: 7 * DAY_MS }],
});
