import type { EntityManager } from '../../../platform/database/orm.ts';
import { AppError, notAllowed, notFound } from '../../../platform/errors/app-error.ts';
import { WarningSign } from '../../care/warning-signs/warning-sign.entities.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { recordingOperation } from '../../data/data-locks/check-unlocked.ts';
import { lockParticipant } from '../../people/participants/lock-participant.ts';
import { AdverseEvent, AdverseEventVersion, NOT_ASSESSED } from './adverse-event.entities.ts';
import type { AdverseEventDetails } from './adverse-event.schema.ts';

interface NewAdverseEvent {
  id: string;
  staffId: string;
  /** The warning sign that it is recorded from, or null. */
  warningSign: string | null;
  details: AdverseEventDetails;
}

/**
 * Records an adverse event of a participant. An event whose id is known was sent twice and is saved once. Throws
 * not-found, also for a warning sign that is not the participant's, and not-allowed for a participant who became anonymous.
 * No lock of the data rejects it.
 */
export const recordAdverseEvent = (
  op: Operation,
  participantId: string,
  { id, staffId, warningSign, details }: NewAdverseEvent,
): Promise<void> =>
  inTransaction(op, async (request) => {
    const { db } = request;
    const participant = await lockParticipant(db, participantId);
    if (participant.dataConsent === 'anonymous')
      throw notAllowed('Nothing is recorded about anonymous people.');
    const op = await recordingOperation(request, participantId);
    const { now } = op;
    if ((await db.count(AdverseEvent, { id })) > 0) return;
    const isTheirs = { id: warningSign ?? '', participant: participantId };
    if (warningSign && (await db.count(WarningSign, isTheirs)) === 0) throw notFound();
    db.create(AdverseEvent, { id, participant: participantId, warningSign });
    await db.flush();
    db.create(AdverseEventVersion, { event: id, version: 1, staff: staffId, at: now, ...details });
    await db.flush();
    await op.audit('adverse-event.recorded', participantId, { after: { event: id, ...inWords(details) } });
  });

/** An event with its newest version, as they are now; its participant's row is locked. Throws not-found. */
async function lockAdverseEvent(db: EntityManager, id: string) {
  const known = await db.findOne(AdverseEvent, { id });
  if (!known) throw notFound();
  const participant = await lockParticipant(db, known.participant);
  const newest = await db.findOneOrFail(
    AdverseEventVersion,
    { event: id, supersededAt: null },
    { refresh: true },
  );
  return { participant, newest };
}

interface AdverseEventChange {
  staffId: string;
  /** The version that was changed. */
  version: number;
  reason: string;
  details: AdverseEventDetails;
}

/**
 * Saves another version of an adverse event, which has to be signed again. False, with nothing saved, when another was
 * saved since `version`. Throws not-found, and not-allowed for a participant who became anonymous. No lock of the data
 * rejects it.
 */
export const changeAdverseEvent = (
  op: Operation,
  id: string,
  { staffId, version, reason, details }: AdverseEventChange,
): Promise<boolean> =>
  inTransaction(op, async (request) => {
    const { db } = request;
    const { participant, newest } = await lockAdverseEvent(db, id);
    if (participant.dataConsent === 'anonymous')
      throw notAllowed('Nothing is recorded about anonymous people.');
    const op = await recordingOperation(request, participant.id);
    const { now } = op;
    if (newest.version !== version) return false;
    newest.supersededAt = now;
    await db.flush();
    const next = { event: id, version: version + 1, staff: staffId, at: now, reason };
    db.create(AdverseEventVersion, { ...next, ...details });
    await db.flush();
    await op.audit('adverse-event.changed', participant.id, {
      before: { event: id, ...inWords(newest) },
      after: { event: id, reason, ...inWords(details) },
    });
    return true;
  });

/**
 * Signs the newest version of an adverse event. Signing it again changes nothing. Throws not-found, conflict where
 * another version was saved since `version`, and not-allowed for its author and before it is assessed.
 */
export const signAdverseEvent = (
  op: Operation,
  id: string,
  { staffId, version }: { staffId: string; version: number },
): Promise<void> =>
  inTransaction(op, async (request) => {
    const { participant, newest } = await lockAdverseEvent(request.db, id);
    if (newest.version !== version)
      throw new AppError('conflict', 'Another version was saved meanwhile. Read it, then sign it off.');
    if (newest.staff === staffId)
      throw notAllowed('You wrote this version. Another member of the team signs it off.');
    if (newest.relatedness === NOT_ASSESSED)
      throw notAllowed('It is not assessed yet. Choose whether it is related, then have it signed off.');
    if (newest.signedAt) return;
    const op = await recordingOperation(request, participant.id);
    Object.assign(newest, { signedBy: staffId, signedAt: op.now });
    await op.db.flush();
    await op.audit('adverse-event.signed', participant.id, { after: { event: id, version } });
  });

/** As the audit log has it: instants in ISO 8601. */
function inWords(details: AdverseEventDetails | AdverseEventVersion) {
  const { description, source, criteria, severity, relatedness, expectedness, outcome, action } = details;
  const { onset, ended, awareAt, reportedAt } = details;
  return {
    ...{ description, source, criteria, severity, relatedness, expectedness, outcome, action },
    ...{
      onset,
      ended: ended ?? null,
      awareAt: awareAt.toISOString(),
      reportedAt: reportedAt?.toISOString() ?? null,
    },
  };
}
