import { defineModule } from '../../../platform/modules/define-module.ts';
import { DataLock } from './data-lock.entity.ts';

/** Locks of a participant’s data, each with the hash of what was locked. */
export const dataLocks = defineModule({
  name: 'data-locks',
  entities: [DataLock],
  personal: {
    data_lock: {
      owner: { participant: 'participant_id' },
      erase: { reason: 'blank', unlock_reason: 'blank' },
    },
  },
  codes: { data_lock: ['hash'] },
});
