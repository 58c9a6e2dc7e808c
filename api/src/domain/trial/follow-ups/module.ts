import { defineModule } from '../../../platform/modules/define-module.ts';
import { ContactAttempt, FollowUpDone, FollowUpReminder } from './follow-up.entities.ts';

/** Questionnaires after months, and attempts to reach who has not answered one. */
export const followUps = defineModule({
  name: 'follow-ups',
  entities: [FollowUpDone, FollowUpReminder, ContactAttempt],
  personal: { contact_attempt: { owner: { participant: 'participant_id' }, erase: { note: 'blank' } } },
  codes: { contact_attempt: ['channel', 'outcome'], follow_up_done: ['reported_by'] },
});
