import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import type { QueryRule } from '../../core/content/safety.schema.ts';

/** The rules that the records in force of one day of a participant meet. */
export const findRuleHits = (rules: readonly QueryRule[], records: readonly DailyRecord[]): QueryRule[] =>
  rules.filter((rule) => {
    if (rule.kind === 'two-in-force') return records.length > 1;
    if (rule.kind === 'inactive-with-activities')
      return records.some(({ active, activities }) => !active && activities.length > 0);
    return records.some(
      (record) => record[rule.category] && record.symptoms.some(({ category }) => category === rule.category),
    );
  });
