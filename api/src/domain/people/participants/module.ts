import type {} from '../../../platform/database/query.ts';
import { defineModule } from '../../../platform/modules/define-module.ts';
import { Helper } from './helper.entity.ts';
import { Participant } from './participant.entity.ts';
import { ParticipantNote } from './participant-note.entity.ts';
import { Stop } from './stop.entity.ts';

declare module '../../../platform/database/query.ts' {
  interface Tables {
    study_id_key: { key: string };
  }
}

/** Participants, their doctor and support person, and what the team notes of them. */
export const participants = defineModule({
  name: 'participants',
  entities: [Participant, Helper, ParticipantNote, Stop],
  tables: ['study_id_key'],
  personal: {
    participant: {
      owner: { participant: 'id' },
      erase: {
        first_name: 'database',
        last_name: 'database',
        email: 'database',
        phone: 'database',
        password_hash: 'database',
        redcap_link: 'database',
        study_id: 'database',
        time_zone: 'database',
        device_time_zone: 'database',
      },
    },
    helper: { owner: { participant: 'participant_id' }, erase: { name: 'row', phone: 'row', email: 'row' } },
    participant_note: { owner: { participant: 'participant_id' }, erase: { text: 'blank' } },
  },
  codes: {
    participant: ['awaits_randomisation', 'content_version', 'data_consent', 'stratum', 'strengths'],
    helper: ['kind'],
    stop: ['carried_out_by', 'degree', 'reason'],
    study_id_key: ['key'],
  },
});
