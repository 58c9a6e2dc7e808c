import type { Baseline } from '@stepwise/shared-contracts/entities/baseline';
import { notFound, notYet } from '../../../platform/errors/app-error.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { checkUnlocked } from '../../data/data-locks/check-unlocked.ts';
import type { Participant } from '../../people/participants/participant.entity.ts';
import { isRandomised } from '../randomisation/is-randomised.ts';
import { BaselineRow } from './baseline.entity.ts';
import { baselineInWords, findBaseline } from './find-baseline.ts';

/**
 * Saves what a participant takes before randomisation; saving again replaces it. Throws not-yet once they are randomised,
 * not-found for an option that its question does not offer. The caller has locked the participant's row.
 */
export async function saveBaseline(op: Operation, { id }: Participant, answers: Baseline): Promise<void> {
  const { db, content } = op;
  if (await isRandomised(db, id)) throw notYet('These answers stay as they were at randomisation.');
  await checkUnlocked(op, id);

  const { setup, medicines } = content;
  const offers = (sets: string, option: number) =>
    setup.questions.some(
      (question) => question.sets === sets && question.options.some((each) => each.id === option),
    );
  const doses = medicines.find(({ setupoption }) => setupoption === answers.medicine)?.doses ?? [];
  if (!offers('duration', answers.duration) || !doses.some((dose) => dose.id === answers.dose))
    throw notFound();

  const before = await findBaseline(db, id);
  await db.upsert(BaselineRow, { participant: id, ...answers, savedAt: op.now });
  await op.audit('baseline.saved', id, {
    before: before && baselineInWords(content, before),
    after: baselineInWords(content, answers),
  });
}
