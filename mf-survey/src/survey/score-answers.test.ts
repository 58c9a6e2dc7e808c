import { expect, test } from '@jest/globals';
import { surveyData, surveySaveOption, surveyScore } from '@stepwise/shared-contracts/calls/survey.calls';
import { saveDoctor } from '@stepwise/shared-contracts/calls/user.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import type { SurveyScore } from '@stepwise/shared-contracts/entities/survey';
import { buildAllData, buildSurvey, buildUser } from '@stepwise/tooling/testing/entity-builders';
import { createFakeHost } from '@stepwise/tooling/testing/fake-host';
import { scoreAnswers } from './score-answers.ts';

const offline = new CallError('unreachable', 'No answer came.');

/** A survey whose saves the test answers one by one. */
function setUp(data?: ReturnType<typeof buildAllData>) {
  const host = createFakeHost(data ? { data } : {});
  const saves: { optionId: number; answer: (error?: CallError) => void }[] = [];
  host.answer(surveyData, () => ({ body: buildSurvey() }));
  const score: SurveyScore = { eligible: true, predict: 0, group: 'low', homestep: 0, user: null };
  host.answer(surveyScore, () => ({ body: score }));
  host.answer(
    surveySaveOption,
    ({ optionId }) =>
      new Promise((resolve, reject) => {
        const answer = (error?: CallError) => (error ? reject(error) : resolve({ status: 204 }));
        saves.push({ optionId: optionId ?? 0, answer });
      }),
  );
  const nextSave = async () => {
    while (saves.length === 0) await new Promise((resolve) => setTimeout(resolve));
    return saves.shift() as (typeof saves)[number];
  };
  const save = (questionId: number, optionId: number) =>
    void host.outbox.send(surveySaveOption, { questionId, optionId });
  const isScored = () => host.sent.some(({ path }) => path === surveyScore.path);
  return { host, save, nextSave, isScored };
}

test('the survey scores once an answer on its way has arrived', async () => {
  const { host, save, nextSave, isScored } = setUp();
  save(1, 101);
  const scored = scoreAnswers(host);
  const { answer } = await nextSave();
  expect(isScored()).toBe(false);
  answer();
  await scored;
});

test('the survey sends the last answer to a question last', async () => {
  const { host, save, nextSave } = setUp();
  save(1, 101);
  save(1, 102);
  const scored = scoreAnswers(host);
  for (const expected of [101, 102]) {
    const { optionId, answer } = await nextSave();
    expect(optionId).toBe(expected);
    answer();
  }
  await scored;
});

test.each([
  ['a visitor', undefined],
  ['a participant', buildAllData()],
])(
  'does not score %s without an answer that cannot be sent, and sends it at the next try',
  async (_, data) => {
    const { host, save, isScored } = setUp(data);
    host.answer(surveySaveOption, () => {
      throw offline;
    });
    save(1, 101);
    await expect(scoreAnswers(host)).rejects.toMatchObject({ code: 'unreachable' });
    expect(isScored()).toBe(false);

    host.answer(surveySaveOption, () => ({ status: 204 }));
    await scoreAnswers(host);
    expect(isScored()).toBe(true);
  },
);

test('the survey scores without the answer to a question that has gone from the survey', async () => {
  const { host, save, nextSave } = setUp();
  save(1, 101);
  const scored = scoreAnswers(host);
  (await nextSave()).answer(new CallError('not-found', 'No such question.', { status: 404 }));
  await scored;
});

test('the survey scores while something else waits to be sent', async () => {
  const { host, isScored } = setUp(buildAllData());
  void host.outbox.send(saveDoctor, { name: 'Dr Kim', phone: '', email: '' });
  await scoreAnswers(host);
  expect(isScored()).toBe(true);
  expect(host.outbox.state.getState().entries).toHaveLength(1);
});

test('the participant and the answers are those that were scored, also where they are ineligible', async () => {
  const { host } = setUp(buildAllData());
  const user = buildUser({ surveydone: true, surveyineligible: true });
  host.answer(surveyScore, () => ({
    body: { eligible: false, predict: 2, group: 'high', homestep: 0, user },
  }));
  // Another tab has changed it.
  host.answer(surveyData, () => ({ body: buildSurvey({ answers: [2] }) }));
  host.store.server.setState({ surveyAnswers: [1] });
  await scoreAnswers(host);
  expect(host.store.getState()).toMatchObject({ user, surveyAnswers: [2] });
});

test('an answer that the server still misses is shown as missing', async () => {
  const { host } = setUp();
  host.store.server.setState({ surveyQuestions: buildSurvey().questions, surveyAnswers: [2] });
  host.answer(surveySaveOption, () => ({ status: 204 }));
  host.answer(surveyScore, () => {
    throw new CallError('unprocessable', 'Questions are left.', { status: 422 });
  });
  await expect(scoreAnswers(host)).rejects.toMatchObject({ code: 'unprocessable' });
  expect(host.store.getState().surveyAnswers).toEqual([null]);
});
