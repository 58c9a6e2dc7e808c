import { readCsv, type Unzipped } from './read-export.ts';

type Row = Record<string, string>;
/** The 97.5th percentile of the normal distribution. */
const Z = 1.959963984540054;

/** That of the t distribution, by the first terms of its expansion (Abramowitz and Stegun 26.7.5). */
const tQuantile = (freedom: number): number =>
  Z +
  (Z ** 3 + Z) / (4 * freedom) +
  (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / (96 * freedom ** 2) +
  (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / (384 * freedom ** 3);

/**
 * The primary result, the flow and retention of an export, by other ways than its scripts: within the strata instead of by
 * matrices, and from stops and consents only.
 */
export function analyseIndependently(files: Unzipped) {
  const rowsOf = (name: string): Row[] => {
    const [header = [], ...rows] = readCsv(files.get(`${name}.csv`) ?? '');
    return rows.map((row) => Object.fromEntries(header.map((column, index) => [column, row[index] ?? ''])));
  };
  const byPerson = (name: string) => new Map(rowsOf(name).map((row) => [row.study_id ?? '', row]));
  const [declared = {}] = rowsOf('declared_analysis');
  const { months = '', field = '', full = '' } = declared;
  const before = byPerson('baseline');
  const strata = byPerson('survey_outcomes');
  const results = new Map(
    rowsOf('questionnaire_results').flatMap((row) =>
      row.months === months ? [[row.study_id ?? '', row]] : [],
    ),
  );
  const allocations = rowsOf('allocations');
  const people = allocations.flatMap(({ study_id = '', arm }) => {
    const result = results.get(study_id);
    const dose = Number(before.get(study_id)?.dose_mg ?? 0);
    if (!result || !dose) return [];
    const value = result[full] === '1' ? 1 : Number(result[field]) / dose;
    return [
      { stratum: strata.get(study_id)?.stratum ?? '', isReduction: Number(arm === 'reduction'), value },
    ];
  });

  const groups = Map.groupBy(people, ({ stratum }) => stratum);
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const centred = [...groups.values()].flatMap((group) => {
    const [d, y] = [mean(group.map((each) => each.isReduction)), mean(group.map(({ value }) => value))];
    return group.map((each) => ({ d: each.isReduction - d, y: each.value - y, size: group.length }));
  });
  const spread = centred.reduce((sum, { d }) => sum + d * d, 0);
  const estimate = centred.reduce((sum, { d, y }) => sum + d * y, 0) / spread;
  const variance =
    centred.reduce((sum, { d, y, size }) => {
      const free = 1 - 1 / size - (d * d) / spread;
      return free > 1e-9 ? sum + ((d * (y - estimate * d)) / free) ** 2 : sum;
    }, 0) /
    spread ** 2;
  const reach = tQuantile(people.length - groups.size - 1) * Math.sqrt(variance);

  const choices = byPerson('participants');
  const consented = rowsOf('observation');
  const isDrawn = new Set(allocations.map(({ study_id }) => study_id));
  const count = (of: (id: string) => boolean) => consented.filter(({ study_id = '' }) => of(study_id)).length;
  const choiceOf = (id: string) => choices.get(id)?.data_choice ?? '';
  const lastConsent = new Map(rowsOf('consents').map(({ study_id, consent }) => [study_id, consent]));
  const left = new Map<string, number>();
  for (const { study_id = '', degree, consent, stop_day } of rowsOf('stops'))
    if (degree !== 'plan' && consent === lastConsent.get(study_id) && !left.has(study_id))
      left.set(study_id, Number(stop_day));
  const exportDays = new Map(
    consented.map(({ study_id = '', export_day }) => [study_id, Number(export_day)]),
  );

  return {
    difference: { estimate, low: estimate - reach, high: estimate + reach },
    flow: {
      consented: consented.length,
      randomised: allocations.length,
      withdrew: count((id) => isDrawn.has(id) && choiceOf(id) === 'agree'),
      anonymous: count((id) => isDrawn.has(id) && choiceOf(id) === 'anonymous'),
      'going-on': count((id) => isDrawn.has(id) && choiceOf(id) === ''),
    },
    retention: ['reduction', 'usual-care'].flatMap((arm) =>
      [3, 6, 12, 18, 24].flatMap((of) => {
        const risk = allocations.filter(
          (each) =>
            each.arm === arm && Number(each.draw_day) + 30 * of <= (exportDays.get(each.study_id ?? '') ?? 0),
        );
        const retained = risk.filter(({ study_id = '', draw_day }) => {
          if (choiceOf(study_id) === '') return true;
          return (left.get(study_id) ?? Number.NEGATIVE_INFINITY) >= Number(draw_day) + 30 * of;
        });
        return risk.length > 0 ? [{ arm, months: of, at_risk: risk.length, retained: retained.length }] : [];
      }),
    ),
  };
}
