import type { TestApi } from './create-test-api.ts';

/** Records that a participant chose to have everything deleted, and erases nothing. */
export const recordWithdrawal = (api: TestApi, subject: string): Promise<void> =>
  ({ ...api.operation(), actor: `participant:${subject}` as const }).audit('data-consent.chosen', subject, {
    after: { choice: 'delete' },
  });
