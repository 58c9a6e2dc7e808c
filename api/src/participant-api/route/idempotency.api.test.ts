import { expect, test } from '@jest/globals';
import { addActivity, deleteActivity } from '@stepwise/shared-contracts/calls/tracker.calls';
import { createTestApi } from '../../testing/create-test-api.ts';

const api = await createTestApi();
const KEY = { idempotencyKey: 'a-save-of-the-outbox' };
const add = { activity: { text: 'Knitting' } };
const count = async (participant: string): Promise<number> =>
  (await api.query(`select 1 from activity where participant_id = $1 and text = 'Knitting'`, [participant]))
    .length;

test('a repeat is answered as the first was, and changes nothing', async () => {
  const visitor = await api.logIn();
  const first = await visitor.send(addActivity, add, KEY);
  expect(await visitor.send(addActivity, add, KEY)).toEqual(first);
  expect(await visitor.send(addActivity, { activity: { text: 'Other' } }, KEY)).toEqual(first);
  expect(await count(visitor.participant.id)).toBe(1);
});

test('repeats at once are one save', async () => {
  const visitor = await api.logIn();
  const answers = await Promise.all(Array.from({ length: 8 }, () => visitor.send(addActivity, add, KEY)));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(await count(visitor.participant.id)).toBe(1);
});

test('an answer without a body is repeated as well', async () => {
  const visitor = await api.logIn();
  const { body } = await visitor.send(addActivity, add);
  expect(await visitor.send(deleteActivity, body, KEY)).toEqual({ status: 204 });
  expect(await visitor.send(deleteActivity, body, KEY)).toEqual({ status: 204 });
});

test('another person’s key is another key', async () => {
  const [one, two] = [await api.logIn(), await api.logIn()];
  const first = await one.send(addActivity, add, KEY);
  expect((await two.send(addActivity, add, KEY)).body.id).not.toBe(first.body.id);
});

test('a key of another call, or one of a wrong shape, is rejected', async () => {
  const visitor = await api.logIn();
  const { body } = await visitor.send(addActivity, add, KEY);
  await expect(visitor.send(deleteActivity, body, KEY)).rejects.toMatchObject({ code: 'bad-request' });
  for (const idempotencyKey of ['short', 'x'.repeat(65), 'with space', "quote'quote"]) {
    await expect(visitor.send(addActivity, add, { idempotencyKey })).rejects.toMatchObject({
      code: 'bad-request',
    });
  }
});

test('a rejection is not stored: the same save succeeds once it is allowed', async () => {
  const visitor = await api.logIn({ stage: 'consent' });
  await expect(visitor.send(addActivity, add, KEY)).rejects.toMatchObject({ code: 'not-yet' });
  await api.query(
    'update participant set home_step = 3, randomise = true, consent_agree = true where id = $1',
    [visitor.participant.id],
  );
  expect((await visitor.send(addActivity, add, KEY)).status).toBe(200);
});

test('a repeat is answered as the first was, also once the save is no longer allowed', async () => {
  const visitor = await api.logIn();
  const first = await visitor.send(addActivity, add, KEY);
  await api.query('update participant set home_step = 2, randomise = false where id = $1', [
    visitor.participant.id,
  ]);
  await expect(visitor.send(addActivity, add)).rejects.toMatchObject({ code: 'not-yet' });
  expect(await visitor.send(addActivity, add, KEY)).toEqual(first);
});
