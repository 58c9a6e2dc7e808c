import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { QUERY_SUBJECTS } from '../../domain/data/data-queries/data-query.entities.ts';
import type { ListedDataQuery } from '../../domain/data/data-queries/find-data-queries.ts';

const SHORT = 120;
/** A question as a list has it. */
export const shortened = (question: string): string =>
  question.length > SHORT ? `${question.slice(0, SHORT).trimEnd()}…` : question || 'Erased';

/** `A day’s record, 22/11/2026`. */
export const aboutText = ({ about, day }: Pick<ListedDataQuery, 'about' | 'day'>): string =>
  [QUERY_SUBJECTS[about], day && formatDate(day)].filter(Boolean).join(', ');
