import { defineModule } from '../../../platform/modules/define-module.ts';
import { AdverseEvent, AdverseEventVersion, ErasedAdverseEvents } from './adverse-event.entities.ts';

import { SafetyNotice } from './safety-notice.entity.ts';
import { sendSafetyNotices } from './send-safety-notices.ts';

/** Adverse events as versions, each signed by a second member of the team. */
export const adverseEvents = defineModule({
  name: 'adverse-events',
  entities: [AdverseEvent, AdverseEventVersion, ErasedAdverseEvents, SafetyNotice],
  // Those of a participant who is deleted stay as a count.
  personal: {
    adverse_event_version: {
      owner: { through: ['event_id', 'adverse_event'] },
      erase: { description: 'blank', reason: 'blank', concomitant: 'blank' },
    },
  },
  codes: {
    adverse_event_version: [
      'action',
      'term',
      'term_code',
      'criteria',
      'expectedness',
      'outcome',
      'relatedness',
      'severity',
      'source',
    ],
    adverse_event: ['void_reason'],
    erased_adverse_events: ['arm'],
    safety_notice: ['kind', 'target'],
  },
  missedNotices: [sendSafetyNotices],
});
