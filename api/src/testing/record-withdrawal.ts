import { recordAuditEvent } from '../domain/audit/record-audit-event.ts';
import type { TestApi } from './create-test-api.ts';

/** Records that a participant chose to have everything deleted, and erases nothing. */
export const recordWithdrawal = (api: TestApi, subject: string): Promise<void> =>
  api.orm.em
    .fork()
    .transactional((tx) =>
      recordAuditEvent(
        tx,
        'data-consent.chosen',
        { actor: `participant:${subject}`, onBehalfOf: null, subject, requestId: 'r', at: api.clock.now() },
        { after: { choice: 'delete' } },
      ),
    );
