import { expect, test } from '@jest/globals';
import { logoutUser, registerUser } from '@stepwise/shared-contracts/calls/session.calls';
import * as calls from '@stepwise/shared-contracts/calls/survey.calls';
import pg from 'pg';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import type { Visitor } from '../../testing/create-visitor.ts';
import { logInStaff } from '../../testing/staff-browser.ts';

const api = await createTestApi({ connections: 10 });
/** Option 02 of question 2 is an age within the trial's; every other first option leads to eligible, save question 3. */
const ELIGIBLE = new Map(
  api.content.survey.questions.map(({ id }) => [id, id * 100 + (id === 2 || id === 3 ? 2 : 1)]),
);
const UNDER_18 = 201;

async function answer(visitor: Visitor, changes: [number, number][] = []): Promise<void> {
  for (const [questionId, optionId] of new Map([...ELIGIBLE, ...changes])) {
    await visitor.send(calls.surveySaveOption, { questionId, optionId });
  }
}

const signUp = (email: string) => ({
  first_name: 'Ada',
  last_name: '',
  username: email,
  email,
  password1: PASSWORD,
  password2: PASSWORD,
});

test('answers are stored in the session, aligned with the questions, and can be removed', async () => {
  const visitor = await api.visit();
  await visitor.send(calls.surveySaveOption, { questionId: 2, optionId: 202 });
  await visitor.send(calls.surveySaveOption, { questionId: 1, optionId: 101 });
  await visitor.send(calls.surveySaveOption, { questionId: 2, optionId: null });
  const { body } = await visitor.send(calls.surveyData, undefined);
  expect(body.answers).toEqual([101, ...Array(13).fill(null)]);
  const other = await (await api.visit()).send(calls.surveyData, undefined);
  expect(other.body.answers).toEqual(Array(14).fill(null));
});

test('saves in flight at once lose nothing', async () => {
  const visitor = await api.visit();
  await Promise.all(
    [...ELIGIBLE].map(([questionId, optionId]) =>
      visitor.send(calls.surveySaveOption, { questionId, optionId }),
    ),
  );
  const { body } = await visitor.send(calls.surveyData, undefined);
  expect(body.answers).toEqual([...ELIGIBLE.values()]);
});

test.each([
  ['a question that does not exist', { questionId: 99, optionId: 101 }],
  ['the answer to a question that does not exist', { questionId: 99, optionId: null }],
  ['an option of another question', { questionId: 1, optionId: 202 }],
])('%s is not found', async (_what, body) => {
  const visitor = await api.visit();
  await expect(visitor.send(calls.surveySaveOption, body)).rejects.toMatchObject({ code: 'not-found' });
});

test('an incomplete survey has no score, and the unanswered questions are named', async () => {
  const visitor = await api.visit();
  await answer(visitor);
  await visitor.send(calls.surveySaveOption, { questionId: 5, optionId: null });
  await visitor.send(calls.surveySaveOption, { questionId: 9, optionId: null });
  await expect(visitor.send(calls.surveyScore, undefined)).rejects.toMatchObject({
    code: 'unprocessable',
    status: 422,
    issues: [{ path: ['questions', 5] }, { path: ['questions', 9] }],
  });
});

test('a visitor’s score can be asked for again; the outcome goes to the account at sign-up, the answers go', async () => {
  const visitor = await api.visit();
  await answer(visitor, [
    [1, 102],
    [4, 402],
  ]);
  const first = await visitor.send(calls.surveyScore, undefined);
  expect(first.body).toEqual({ eligible: true, predict: 3, group: 'medium', homestep: 0, user: null });
  expect(await visitor.send(calls.surveyScore, undefined)).toEqual(first);

  const { body } = await visitor.send(registerUser, signUp('eligible@example.org'));
  expect(body.user).toMatchObject({ homestep: 1, surveydone: true, surveyineligible: false });
  const [row] = await api.query('select stratum, predict from participant where id = $1', [body.user.id]);
  expect(row).toEqual({ stratum: 'medium', predict: 3 });
  const after = await visitor.send(calls.surveyData, undefined);
  expect(after.body.answers).toEqual(Array(14).fill(null));
  const left = await api.query(
    `select 1 from session where survey_answers::text like '%"14"%' and participant_id = $1`,
    [body.user.id],
  );
  expect(left).toEqual([]);

  // Who signs up next in the same browser has done no survey.
  await visitor.send(logoutUser, undefined);
  const next = await visitor.send(registerUser, signUp('next@example.org'));
  expect(next.body.user).toMatchObject({ homestep: 0, surveydone: false });
});

test('the answers of a session go with it, and no other table ever holds one', async () => {
  const [{ count }] = await api.query(`select count(*)::int from session where survey_answers <> '{}'`);
  const visitor = await api.visit();
  await answer(visitor);
  await visitor.send(calls.surveyScore, undefined);
  await visitor.send(registerUser, signUp('leaves-no-answers@example.org'));
  const [after] = await api.query(`select count(*)::int from session where survey_answers <> '{}'`);
  expect(after.count).toBe(count);
});

test('a visitor who is not eligible can sign up, stays at the first step and may try again', async () => {
  const visitor = await api.visit();
  await answer(visitor, [[2, UNDER_18]]);
  const score = await visitor.send(calls.surveyScore, undefined);
  expect(score.body.eligible).toBe(false);
  const { body } = await visitor.send(registerUser, signUp('later@example.org'));
  expect(body.user).toMatchObject({ homestep: 0, surveydone: true, surveyineligible: true });

  await answer(visitor, [
    [1, 102],
    [4, 402],
  ]);
  const again = await visitor.send(calls.surveyScore, undefined);
  expect(again.body).toMatchObject({
    eligible: true,
    homestep: 1,
    user: { id: body.user.id, surveydone: true, surveyineligible: false },
  });
  expect(await api.query('select stratum, predict from participant where id = $1', [body.user.id])).toEqual([
    { stratum: 'medium', predict: 3 },
  ]);
  expect(await visitor.send(calls.surveyScore, undefined)).toEqual(again);
  const events = await api.query(`select type from audit_event where subject = $1 order by id`, [
    body.user.id,
  ]);
  expect(events.map(({ type }) => type)).toEqual([
    'account.registered',
    'session.logged-in',
    'survey.scored',
  ]);
});

test('after the consent the outcome stands', async () => {
  const visitor = await api.logIn({ stage: 'questionnaire', stratum: 'high', predict: 7 });
  await answer(visitor, [[2, UNDER_18]]);
  const { body } = await visitor.send(calls.surveyScore, undefined);
  expect(body.user).toMatchObject({ homestep: 2, surveyineligible: false });
  const [row] = await api.query('select stratum from participant where id = $1', [visitor.participant.id]);
  expect(row.stratum).toBe('high');
});

test('who withdrew keeps the outcome that they were randomised by', async () => {
  const visitor = await api.logIn({ stage: 'timeline', consentAgree: false, stratum: 'high', predict: 7 });
  await answer(visitor);
  await visitor.send(calls.surveyScore, undefined);
  expect(
    await api.query('select stratum, predict, home_step from participant where id = $1', [
      visitor.participant.id,
    ]),
  ).toEqual([{ stratum: 'high', predict: 7, home_step: 4 }]);
});

test('an outcome that arrives while the consent is saved changes nothing', async () => {
  const visitor = await api.logIn({ stage: 'consent', stratum: 'high', predict: 7 });
  const { id } = visitor.participant;
  await answer(visitor, [[2, UNDER_18]]);
  const consent = await api.pool.connect();
  await consent.query('begin');
  await consent.query('update participant set consent_agree = true where id = $1', [id]);
  const scoring = visitor.send(calls.surveyScore, undefined);
  await api.untilBlocked();
  await consent.query('commit');
  consent.release();
  await scoring;
  expect(
    await api.query('select stratum, predict, survey_ineligible from participant where id = $1', [id]),
  ).toEqual([{ stratum: 'high', predict: 7, survey_ineligible: false }]);
});

test('an outcome that arrives while the account is erased is not saved', async () => {
  const visitor = await api.logIn({ stage: 'consent' });
  const { id } = visitor.participant;
  await answer(visitor);
  const erasure = new pg.Client(api.ownerUrl);
  await erasure.connect();
  await erasure.query('begin');
  await erasure.query('delete from participant where id = $1', [id]);
  const scoring = visitor.send(calls.surveyScore, undefined);
  await api.untilBlocked();
  await erasure.query('commit');
  await erasure.end();
  expect((await scoring).body.user).toBeNull();
  expect(await api.eventsOf(id, 'survey')).toEqual([]);
});

test('the last survey counts, whether the participant or a researcher acting for them completed it', async () => {
  const visitor = await api.logIn({ stage: 'consent' });
  const acting = await logInStaff(api);
  await acting.act(visitor.participant.id);
  await answer(acting, [[2, UNDER_18]]);
  expect((await acting.send(calls.surveyScore, undefined)).body.user).toMatchObject({
    surveydone: true,
    surveyineligible: false,
    actingdone: true,
    actingineligible: true,
  });
  await answer(visitor);
  expect((await visitor.send(calls.surveyScore, undefined)).body).toMatchObject({
    homestep: 1,
    user: { surveyineligible: false, actingdone: true, actingineligible: false, homestep: 1 },
  });
  await answer(visitor, [[2, UNDER_18]]);
  expect((await visitor.send(calls.surveyScore, undefined)).body.user).toMatchObject({
    surveyineligible: true,
    actingineligible: false,
  });
  await answer(acting);
  expect((await acting.send(calls.surveyScore, undefined)).body.user).toMatchObject({
    surveyineligible: false,
    actingineligible: false,
  });
});

test('a visitor whom the survey rules out is counted once, by its reason, and no more with an account', async () => {
  await api.query('delete from visitor_exclusion');
  const counted = async () =>
    Object.fromEntries(
      (await api.query('select reason, visitors from visitor_exclusion where visitors > 0')).map(
        ({ reason, visitors }) => [reason, visitors],
      ),
    );
  const visitor = await api.visit();
  const score = async (...changes: [number, number][]) => {
    await answer(visitor, changes);
    await visitor.send(calls.surveyScore, undefined);
    return counted();
  };
  expect(await score([2, UNDER_18])).toEqual({ 'age-or-medicine': 1 });
  const [{ month }] = await api.query('select month::text from visitor_exclusion');
  expect(month).toBe(`${api.clock.now().toISOString().slice(0, 7)}-01`);
  expect(await score([2, UNDER_18])).toEqual({ 'age-or-medicine': 1 });
  expect(await score([12, 1202])).toEqual({ health: 1 });
  expect(await score()).toEqual({});
  expect(await score([14, 1402])).toEqual({ other: 1 });
  await visitor.send(registerUser, signUp('counted@example.org'));
  expect(await counted()).toEqual({});
});
