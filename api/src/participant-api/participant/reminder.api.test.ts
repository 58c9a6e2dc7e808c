import { expect, test } from '@jest/globals';
import { saveStepMessages } from '@stepwise/shared-contracts/calls/reminder.calls';
import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import { createTestApi } from '../../testing/create-test-api.ts';

const api = await createTestApi({
  content: ({ mail: { stepMessages: _, ...mail }, ...content }) => ({ ...content, mail }),
});

test('where the content has no messages about steps there are none to choose', async () => {
  const visitor = await api.logIn();
  const { reminder } = (await visitor.send(allData, undefined)).body;
  expect(reminder).toMatchObject({ hour: null });
  expect(reminder).not.toHaveProperty('stepMessages');
  await expect(visitor.send(saveStepMessages, { on: false })).rejects.toMatchObject({ code: 'not-yet' });
});
