import { registerUser } from '@stepwise/shared-contracts/calls/session.calls';
import { surveyData, surveySaveOption, surveyScore } from '@stepwise/shared-contracts/calls/survey.calls';
import type { Rehearsal } from '../../context.ts';
import { did } from '../../model/person.ts';
import { judgeSurvey } from '../../model/survey.ts';
import { type Person, zoneOf } from '../person.ts';

/** Does the survey as a visitor and signs up, eligible or not. */
export async function findTheTrial(rehearsal: Rehearsal, person: Person): Promise<void> {
  const { content, watch } = rehearsal;
  const { phone, random, facts, traits } = person;
  await phone.send(surveyData, undefined);
  const answers = new Map<number, number>();
  for (const { id, options } of content.survey.questions) {
    const open = options.filter(({ excludes, excludesUnless }) => !excludes && !excludesUnless);
    // The sum of two questions excludes from 3 on.
    const mild = open.filter(({ score = 0 }) => score <= 1);
    answers.set(id, random.pick(mild).id);
  }
  if (!traits.isEligible) {
    const [question] = content.survey.questions.filter(({ options }) =>
      options.some(({ excludes }) => excludes),
    );
    const ruled = random.pick(
      content.survey.questions.filter(({ options }) => options.some(({ excludes }) => excludes)),
    );
    const option = (ruled ?? question)?.options.find(({ excludes }) => excludes);
    if (ruled && option) answers.set(ruled.id, option.id);
  }
  for (const [questionId, optionId] of answers)
    await phone.send(surveySaveOption, { questionId, optionId }, { idempotencyKey: phone.newKey() });
  const { body } = await phone.send(surveyScore, undefined);
  const truth = judgeSurvey(content, answers);
  const { eligible, predict, group } = body;
  watch.compare('survey', person.name, { eligible, predict, group }, truth);
  const registered = await phone.send(registerUser, {
    first_name: person.name,
    last_name: person.lastName,
    username: person.email,
    email: person.email,
    password1: person.password,
    password2: person.password,
  });
  person.id = registered.body.user.id;
  facts.survey = truth;
  did(facts, 'signs up');
  facts.zone = zoneOf(rehearsal, person);
  facts.symptoms = content.tracker.symptoms.map(({ text, category, redflag = false, selfHarm = false }) => ({
    text,
    category,
    redflag,
    selfHarm,
  }));
  facts.activities = content.tracker.activities.map(({ text }) => text);
  watch.count('signed up');
}
