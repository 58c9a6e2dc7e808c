import { expect, test } from '@jest/globals';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { saveOutcome } from './save-outcome.command.ts';

const api = await createTestApi();

test('an eligible survey done while acting counts as the participant’s own', async () => {
  const { id } = await api.buildParticipant({ stage: 'eligibility', surveyDone: false });
  const op = { ...api.operation(), onBehalfOf: id };
  await saveOutcome(op, id, { eligible: true, predict: 3, group: 'medium' });
  expect(
    await api.query('select survey_done, acting_done, home_step from participant where id = $1', [id]),
  ).toEqual([{ survey_done: true, acting_done: true, home_step: 1 }]);
});
