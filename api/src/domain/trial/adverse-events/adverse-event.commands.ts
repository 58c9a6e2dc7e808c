import type { EntityManager } from '../../../platform/database/orm.ts';
import { AppError, notAllowed, notFound } from '../../../platform/errors/app-error.ts';
import { WarningSign } from '../../care/warning-signs/warning-sign.entities.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { recordingOperation } from '../../data/data-locks/check-unlocked.ts';
import { lockParticipant } from '../../people/participants/lock-participant.ts';
import { addSignature, type Signing } from '../../people/signatures/signatures.ts';
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
export async function lockAdverseEvent(db: EntityManager, id: string) {
  const known = await db.findOne(AdverseEvent, { id });
  if (!known) throw notFound();
  const participant = await lockParticipant(db, known.participant);
  const newest = await db.findOneOrFail(
    AdverseEventVersion,
    { event: id, supersededAt: null },
    { refresh: true },
  );
  const event = await db.findOneOrFail(AdverseEvent, { id }, { refresh: true });
  return { event, participant, newest };
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
 * saved since `version`. Of a participant who became anonymous no words are saved. Throws not-found. No lock of the data
 * rejects it.
 */
export const changeAdverseEvent = (
  op: Operation,
  id: string,
  { staffId, version, ...given }: AdverseEventChange,
): Promise<boolean> =>
  inTransaction(op, async (request) => {
    const { db } = request;
    const { event, participant, newest } = await lockAdverseEvent(db, id);
    checkNotVoid(event);
    const op = await recordingOperation(request, participant.id);
    const { now } = op;
    if (newest.version !== version) return false;
    const isAnonymous = participant.dataConsent === 'anonymous';
    const reason = isAnonymous ? '' : given.reason;
    const details = { ...given.details, ...(isAnonymous && { description: '', concomitant: '' }) };
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
  { signing, version }: { signing: Signing; version: number },
): Promise<void> =>
  inTransaction(op, async (request) => {
    const { event, participant, newest } = await lockAdverseEvent(request.db, id);
    checkNotVoid(event);
    checkSignable(newest, { staffId: signing.staff, version });
    if (newest.signedAt) return;
    const op = await recordingOperation(request, participant.id);
    Object.assign(newest, { signedBy: signing.staff, signedAt: op.now });
    await op.db.flush();
    await addSignature(op, signing, {
      ...{ kind: 'adverse-event', target: id, participant: participant.id },
      content: signedContent(newest),
    });
    await op.audit('adverse-event.signed', participant.id, { after: { event: id, version } });
  });

/** Throws conflict for an event that is void: nothing of it changes. */
export function checkNotVoid({ voidedAt }: AdverseEvent): void {
  if (voidedAt)
    throw new AppError('conflict', 'This adverse event is void. Record it again where that was a mistake.');
}

/** Throws conflict where another version was saved since `version`, and not-allowed for its author and before it is assessed. */
export function checkSignable(
  newest: AdverseEventVersion,
  { staffId, version }: { staffId: string; version: number },
): void {
  if (newest.version !== version)
    throw new AppError('conflict', 'Another version was saved meanwhile. Read it, then sign it.');
  if (newest.staff === staffId) throw notAllowed('You wrote this version. Another investigator signs it.');
  if (newest.relatedness === NOT_ASSESSED)
    throw notAllowed('It is not assessed yet. Choose whether it is related, then have it signed.');
}

/** What a signature of a version is of: another version has another hash. */
export const signedContent = (version: AdverseEventVersion) => ({
  ...{ event: version.event, version: version.version },
  ...inWords(version),
});

/** As the audit log has it: instants in ISO 8601. */
function inWords(details: AdverseEventDetails | AdverseEventVersion) {
  const { description, source, criteria, severity, relatedness, expectedness, outcome, action } = details;
  const { onset, ended, awareAt, reportedAt, ethicsReportedAt, term, termCode, concomitant } = details;
  return {
    ...{ description, source, criteria, severity, relatedness, expectedness, outcome, action },
    ...{
      onset,
      ended: ended ?? null,
      awareAt: awareAt.toISOString(),
      reportedAt: reportedAt?.toISOString() ?? null,
      ethicsReportedAt: ethicsReportedAt?.toISOString() ?? null,
      ...{ term, termCode, concomitant },
    },
  };
}
