import type { SetupScore } from '@stepwise/shared-contracts/entities/plan';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { unanswered } from '../../../platform/errors/app-error.ts';
import type { Content } from '../../core/content/load-content.ts';
import { scoreSetup } from './score-setup.ts';
import { findSetupAnswers } from './setup-answers.ts';

/** The schedule that the setup answers give. Throws unprocessable, naming the questions without an answer. */
export async function recommendSchedule(
  em: EntityManager,
  participant: string,
  content: Content,
): Promise<SetupScore> {
  const scoring = scoreSetup(content, await findSetupAnswers(em, participant));
  if (scoring.complete) return scoring.outcome;
  throw unanswered(scoring.unanswered);
}
