import { expect, test } from '@jest/globals';
import { surveySaveOption } from '@stepwise/shared-contracts/calls/survey.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import { buildAllData } from '@stepwise/tooling/testing/entity-builders';
import { createFakeHost } from '@stepwise/tooling/testing/fake-host';
import { createAnswerSaves } from './answer-saves.ts';

/** A fake server; the test answers its requests one by one. */
function setUp() {
  const waiting: { optionId: number; answer: (error?: CallError) => void }[] = [];
  const received: number[] = [];
  const outbox = {
    ...createFakeHost().outbox,
    send: (_call: unknown, body: unknown) =>
      new Promise((resolve, reject) => {
        const { optionId } = body as { optionId: number };
        const answer = (error?: CallError) => {
          if (error) return reject(error);
          received.push(optionId);
          resolve({ status: 204 });
        };
        waiting.push({ optionId, answer });
      }),
  };
  const saves = createAnswerSaves(outbox as never);
  const nextSave = async () => {
    while (waiting.length === 0) await new Promise((resolve) => setTimeout(resolve));
    return waiting.shift() as (typeof waiting)[number];
  };
  return { saves, waiting, received, nextSave };
}

const offline = new CallError('unreachable', 'No answer came.');
const isSettled = (promise: Promise<void>) =>
  Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setTimeout(resolve, 5, false))]);

test('waits for a save in flight before scoring', async () => {
  const { saves, nextSave } = setUp();
  saves.save(1, 101);
  const settled = saves.settle();
  expect(await isSettled(settled)).toBe(false);
  (await nextSave()).answer();
  await settled;
});

test('sends the last answer to a question last, even after a slow first one', async () => {
  const { saves, received, waiting, nextSave } = setUp();
  saves.save(1, 101);
  saves.save(1, 102);
  expect(waiting).toHaveLength(1);
  (await nextSave()).answer();
  (await nextSave()).answer();
  await saves.settle();
  expect(received).toEqual([101, 102]);
});

test('sends a failed save again before scoring, and fails while it cannot be sent', async () => {
  const { saves, received, nextSave } = setUp();
  saves.save(1, 101);
  saves.save(2, 201);
  (await nextSave()).answer(offline);
  (await nextSave()).answer();

  const failing = saves.settle();
  (await nextSave()).answer(offline);
  await expect(failing).rejects.toBe(offline);

  const settled = saves.settle();
  (await nextSave()).answer();
  await settled;
  expect(received).toEqual([201, 101]);
});

test('ignores a question that no longer exists', async () => {
  const { saves, nextSave } = setUp();
  saves.save(1, 101);
  (await nextSave()).answer(new CallError('not-found', 'No such question.', { status: 404 }));
  await saves.settle();
});

test("fails at once when the outbox cannot send a participant's answer", async () => {
  const host = createFakeHost({ data: buildAllData() });
  const saves = createAnswerSaves(host.outbox);
  saves.save(1, 101);
  await host.outbox.flush();
  await expect(saves.settle()).rejects.toMatchObject({ code: 'unreachable' });

  host.answer(surveySaveOption, () => ({ status: 204 }));
  await saves.settle();
});

test('sends a failed save with the next one, and again when back online', async () => {
  const { saves, received, waiting, nextSave } = setUp();
  saves.save(1, 101);
  (await nextSave()).answer(offline);
  await new Promise((resolve) => setTimeout(resolve));
  saves.save(2, 201);
  expect(waiting.map(({ optionId }) => optionId)).toEqual([101, 201]);
  (await nextSave()).answer(offline);
  (await nextSave()).answer();
  await new Promise((resolve) => setTimeout(resolve));
  saves.resend();
  (await nextSave()).answer();
  await saves.settle();
  expect(received).toEqual([201, 101]);
});
