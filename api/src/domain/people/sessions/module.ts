import { defineModule } from '../../../platform/modules/define-module.ts';
import { DAY_MS } from '../../../platform/modules/durations.ts';
import { Device } from './device.entity.ts';
import { SessionRow } from './session.entity.ts';

/** Sessions of participants, visitors and the team, and devices that stay logged in. */
export const sessions = defineModule({
  name: 'sessions',
  entities: [Device, SessionRow],
  // A withdrawal ends every session and logs every device out.
  personal: {
    session: {
      owner: { participant: 'participant_id' },
      erase: { data: 'expires', survey_answers: 'expires', key_hash: 'expires' },
    },
    device: { owner: { participant: 'participant_id' }, erase: { name: 'expires', key_hash: 'expires' } },
  },
  retention: [
    { table: 'session', since: 'expires_at', retentionMs: 0, whereNull: 'staff_id' },
    // So that the page for log-in can say why the team's session ended.
    { table: 'session', since: 'expires_at', retentionMs: DAY_MS },
    { table: 'device', since: 'expires_at', retentionMs: 0 },
  ],
});
