import type { TrialContent } from './content.ts';

export interface SurveyTruth {
  eligible: boolean;
  predict: number;
  group: string;
}

/** What the rules of survey.yaml make of answers (question to option). */
export function judgeSurvey({ survey }: TrialContent, answers: ReadonlyMap<number, number>): SurveyTruth {
  const chosen = new Set(answers.values());
  let eligible = true;
  let predict = 0;
  const points = new Map<number, number>();
  for (const { id, options } of survey.questions) {
    const option = options.find((each) => each.id === answers.get(id));
    if (!option) throw new Error(`Question ${id} has no answer.`);
    const excused = option.excludesUnless?.some((other) => chosen.has(other)) ?? true;
    if (option.excludes || !excused) eligible = false;
    predict += option.predict ?? 0;
    points.set(id, option.score ?? 0);
  }
  for (const { questions, bands } of survey.sums) {
    const total = questions.reduce((sum, id) => sum + (points.get(id) ?? 0), 0);
    const band = bands.filter(({ from }) => total >= from).at(-1);
    if (band?.excludes) eligible = false;
    predict += band?.predict ?? 0;
  }
  const group = survey.groups.filter(({ from }) => predict >= from).at(-1)?.group ?? '';
  return { eligible, predict, group };
}
