import { defineModule } from '../../platform/modules/define-module.ts';
import { DAY_MS } from '../../platform/modules/durations.ts';
import { IdempotentReply } from './idempotent-reply.entity.ts';

/** Answers to saves, for who asks again with the same key. */
export const repeatedCalls = defineModule({
  name: 'route',
  entities: [IdempotentReply],
  personal: { idempotent_reply: { owner: { participant: 'participant_id' }, erase: { body: 'row' } } },
  codes: { idempotent_reply: ['key', 'path'] },
  // A save made without a network is repeated at most this late; a day's check-up may arrive after 60 days.
  retention: [{ table: 'idempotent_reply', since: 'replied_at', retentionMs: 90 * DAY_MS }],
});
