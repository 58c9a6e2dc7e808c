import { eraseWithdrawnValues } from '../domain/trial/consent/erase-nightly.ts';
import type { TestApi } from './create-test-api.ts';

/** Deletes a participant's own row for a recorded choice, by their id. */
export const DELETE_PARTICIPANT = `select record_withdrawal($1, 'delete', 'participant', now(),
  '{"at": "2026-03-10T01:00:00Z", "actor": "operator", "requestId": "test"}')`;

/** Does that. The values in the audit log stay until `eraseValues`. */
export const recordWithdrawal = (api: TestApi, subject: string): Promise<unknown> =>
  api.query(DELETE_PARTICIPANT, [subject]);

/** As the owner's nightly job does. */
export const eraseValues = (api: TestApi): Promise<number> =>
  eraseWithdrawnValues(api.ownerUrl, api.clock.now());
