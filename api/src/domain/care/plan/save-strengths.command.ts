import { AppError } from '../../../platform/errors/app-error.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { Participant } from '../../people/participants/participant.entity.ts';
import { findContentOf } from './find-plan-content.ts';

/**
 * Saves which strengths of their medicine (ids of forms) a participant has at home; none is an answer too. The same ones
 * again change nothing. Throws unprocessable for a form of another medicine.
 */
export async function saveStrengths(
  op: Operation,
  participant: Participant,
  strengths: readonly number[],
): Promise<void> {
  const { medicine } = findContentOf(op.content, participant.scheduleId);
  strengths.forEach((id, index) => {
    if (medicine.forms.some((form) => form.id === id)) return;
    const message = `This is no form of ${medicine.name.toLowerCase()}.`;
    throw new AppError('unprocessable', message, [{ path: ['strengths', index], message }]);
  });
  const before = participant.strengths ?? null;
  const after = medicine.forms.map(({ id }) => id).filter((id) => strengths.includes(id));
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  participant.strengths = after;
  await op.db.flush();
  const textsOf = (ids: readonly number[]) =>
    op.content.medicines
      .flatMap(({ forms }) => forms.filter(({ id }) => ids.includes(id)))
      .map(({ text }) => text);
  await op.audit('strengths.changed', participant.id, {
    before: { strengths: before && textsOf(before) },
    after: { strengths: textsOf(after) },
  });
}
