import type { Context } from 'koa';
import type { EntityManager } from '../../platform/database/orm.ts';
import { query } from '../../platform/database/query.ts';
import { keepSession } from '../../platform/sessions/session.ts';
import { keyHashOf } from '../../platform/sessions/session-store.ts';

/** The session's survey answers: question id → option id. */
export async function findSurveyAnswers(em: EntityManager, ctx: Context): Promise<Map<number, number>> {
  if (!ctx.state.hasSessionRow) return new Map();
  const row = await query(em)
    .selectFrom('session')
    .select('survey_answers')
    .where('key_hash', '=', keyHashOf(ctx))
    .executeTakeFirst();
  return new Map(
    Object.entries(row?.survey_answers ?? {}).map(([question, option]) => [Number(question), option]),
  );
}

/** Saves one answer, or removes it. The database merges, so that two at once lose nothing. */
export async function saveSurveyAnswer(
  em: EntityManager,
  ctx: Context,
  questionId: number,
  optionId: number | null,
): Promise<void> {
  const question = String(questionId);
  await keepSession(ctx);
  await em.execute(
    optionId === null
      ? 'update session set survey_answers = survey_answers - ?::text where key_hash = ?'
      : 'update session set survey_answers = survey_answers || ?::jsonb where key_hash = ?',
    [optionId === null ? question : JSON.stringify({ [question]: optionId }), keyHashOf(ctx)],
  );
}
