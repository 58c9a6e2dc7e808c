import type { Survey } from '../../core/content/content.schema.ts';

type RiskGroup = Survey['groups'][number]['group'];

/** `predict` is the sum of relapse-risk points, `group` the stratum it falls in (never the trial arm). */
export type SurveyOutcome = { eligible: boolean; predict: number; group: RiskGroup };

export type ExclusionReason = Survey['questions'][number]['reason'];

/**
 * Either the outcome, with the group of reasons of the first question that excludes, or null; or the ids of the questions
 * still without a valid answer, in the order they are asked.
 */
export type SurveyScoring =
  | { complete: true; outcome: SurveyOutcome; reason: ExclusionReason | null }
  | { complete: false; unanswered: number[] };

/**
 * Scores the eligibility survey by the rules in content (survey.yaml names their clinical sources).
 * `answers` maps question id to option id; an option the question does not have counts as no answer.
 */
export function scoreSurvey(survey: Survey, answers: ReadonlyMap<number, number>): SurveyScoring {
  const chosen = survey.questions.map(({ id, reason, options }) => ({
    question: id,
    reason,
    option: options.find((option) => option.id === answers.get(id)),
  }));
  const answered = chosen.flatMap(({ option, ...rest }) => (option ? [{ ...rest, option }] : []));
  if (answered.length < chosen.length) {
    const unanswered = chosen.filter(({ option }) => !option).map(({ question }) => question);
    return { complete: false, unanswered };
  }

  const optionIds = new Set(answered.map(({ option }) => option.id));
  const fromOptions = answered.map(({ reason, option: { excludes, excludesUnless, predict } }) => ({
    reason,
    excludes: excludes || (excludesUnless !== undefined && !excludesUnless.some((id) => optionIds.has(id))),
    predict,
  }));
  const fromSums = survey.sums.flatMap(({ questions, bands }) => {
    const total = sum(
      answered.filter(({ question }) => questions.includes(question)).map(({ option }) => option.score),
    );
    const band = bands.findLast(({ from }) => total >= from);
    const reason = survey.questions.find(({ id }) => questions.includes(id))?.reason ?? 'other';
    return band ? { ...band, reason } : [];
  });

  const effects = [...fromOptions, ...fromSums];
  const predict = sum(effects.map((effect) => effect.predict));
  const group = survey.groups.findLast(({ from }) => predict >= from)?.group;
  // The loader rejects content whose first group does not start from 0.
  if (!group) throw new Error(`no group for ${predict} predict points`);
  const excluding = effects.find(({ excludes }) => excludes);
  return {
    complete: true,
    outcome: { eligible: !excluding, predict, group },
    reason: excluding?.reason ?? null,
  };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
