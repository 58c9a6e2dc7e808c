import { createHash } from 'node:crypto';
import { localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { sql } from 'kysely';
import { query } from '../../../platform/database/query.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { findLockOf, recordingOperation } from '../../data/data-locks/check-unlocked.ts';
import { FIRST_STOP_SQL } from '../../people/participants/first-stop.sql.ts';
import { lockParticipant } from '../../people/participants/lock-participant.ts';
import { FollowUpDone } from '../../trial/follow-ups/follow-up.entities.ts';
import { followUpDays } from '../../trial/follow-ups/follow-up-days.ts';
import {
  type CheckedResult,
  checkResults,
  type KnownParticipant,
  type ResultFault,
} from './check-results.ts';
import { QuestionnaireImport, QuestionnaireResult } from './questionnaire-result.entities.ts';

/**
 * Imports a CSV of the questionnaires' results as their next version, and completes the follow-ups that it has results of.
 * Answers the faults where there are any; nothing is imported then. Throws conflict for the file that was imported last.
 */
export const importResults = (op: Operation, file: Uint8Array, staffId: string): Promise<ResultFault[]> =>
  inTransaction(op, async (op) => {
    const { db, content, now } = op;
    // One import at a time.
    await db.execute('select pg_advisory_xact_lock(724009)');
    const sha256 = createHash('sha256').update(file).digest('hex');
    const [last] = await db.findAll(QuestionnaireImport, { orderBy: { version: 'desc' }, limit: 1 });
    const codebook = content.versions.questionnaires;
    if (last?.sha256 === sha256 && last.codebook === codebook)
      throw new AppError('conflict', `This file was imported last: it is version ${last.version}.`);
    const { results, faults } = checkResults(new TextDecoder().decode(file), content.questionnaires, {
      people: await findKnown(op),
      today: localDate(now, content.product.timeZone),
    });
    if (faults.length > 0) return faults;

    const version = (last?.version ?? 0) + 1;
    await db.insert(QuestionnaireImport, {
      ...{ version, sha256, codebook, rows: results.length },
      ...{ importedAt: now, importedBy: staffId },
    });
    await db.insertMany(
      QuestionnaireResult,
      results.map((result) => ({ version, ...result })),
    );
    await completeFollowUps(op, results, staffId);
    await op.audit('questionnaire-results.imported', null, {
      after: { version, sha256, codebook, rows: results.length },
    });
    return [];
  });

/** Everyone who was randomised, by study id. */
async function findKnown({ db, content }: Operation): Promise<Map<string, KnownParticipant>> {
  const rows = await query(db)
    .selectFrom('allocation as a')
    .innerJoin('participant as p', 'p.id', 'a.participant_id')
    .select([
      'p.id',
      'p.study_id as studyId',
      'a.drawn_at as drawnAt',
      sql<string | null>`case when p.data_consent is not null then
        coalesce((select stopped_on::text from (${sql.raw(FIRST_STOP_SQL)}) first), '0001-01-01') end`.as(
        'stoppedOn',
      ),
    ])
    .where('p.study_id', 'is not', null)
    .execute();
  return new Map(
    rows.map(({ id, studyId, drawnAt, stoppedOn }) => {
      const randomisedOn = localDate(new Date(drawnAt), content.product.timeZone);
      const opensOn = new Map(
        content.followUps.months.map((months) => [
          months,
          followUpDays(content.followUps, randomisedOn, months).opensOn,
        ]),
      );
      return [studyId ?? '', { id, opensOn, stoppedOn }];
    }),
  );
}

/** A follow-up is done on the day of its result, also where another day was reported. What a lock holds stays as it was. */
async function completeFollowUps(
  op: Operation,
  results: readonly CheckedResult[],
  staffId: string,
): Promise<void> {
  const { db } = op;
  const done = new Map(
    (await db.findAll(FollowUpDone)).map((each) => [`${each.participant} ${each.months}`, each.doneOn]),
  );
  // In one order, so that no two saves wait for one another.
  for (const { participant, months, completedOn } of results.toSorted(byParticipant)) {
    const before = done.get(`${participant} ${months}`);
    if (before === completedOn) continue;
    await lockParticipant(db, participant);
    if (before && (await findLockOf(db, participant))) continue;
    const own = await recordingOperation(op, participant);
    const reported = { reportedAt: own.now, reportedBy: 'team', staff: staffId } as const;
    await db.upsert(FollowUpDone, { participant, months, doneOn: completedOn, ...reported });
    await own.audit('follow-up.done', participant, { after: { months, doneOn: completedOn } });
  }
}

const byParticipant = (a: CheckedResult, b: CheckedResult) =>
  a.participant.localeCompare(b.participant) || a.months - b.months;
