import { isPlainDate, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { readValues } from '../../../platform/database/query.ts';
import { AppError, notAllowed, notFound } from '../../../platform/errors/app-error.ts';
import { DoseReport } from '../../care/plan/dose-report.entity.ts';
import { findContentOf } from '../../care/plan/find-plan-content.ts';
import { moveSteps } from '../../care/plan/move-steps.ts';
import { type StoredRecord, selectStoredRecords } from '../../care/tracker/find-records.ts';
import { storeRecord } from '../../care/tracker/store-record.ts';
import { selectActivitiesById, selectSymptomsById } from '../../care/tracker/tracker-lists.ts';
import { raiseWarningSign } from '../../care/warning-signs/raise-warning-sign.command.ts';
import { realMg, storedDose } from '../../core/content/stored-dose.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { checkUnlocked } from '../../data/data-locks/check-unlocked.ts';
import { DataQuery } from '../../data/data-queries/data-query.entities.ts';
import { lockParticipant } from '../../people/participants/lock-participant.ts';
import { addSignature, type Signing } from '../../people/signatures/signatures.ts';
import { BaselineRow } from '../baseline/baseline.entity.ts';
import { findFollowUps } from '../follow-ups/find-follow-ups.ts';
import { FollowUpDone } from '../follow-ups/follow-up.entities.ts';
import { Correction, SourceVerification } from './correction.entities.ts';
import { findValue, itemOfField, type Value, type ValueName } from './find-values.ts';

interface NewCorrection extends ValueName {
  /** Given with the form, so that a form sent twice is one correction. */
  id: string;
  /** The value as it was shown. */
  oldValue: string;
  newValue: string;
  reason: string;
  source: string;
  query: string | null;
  signing: Signing;
}

/**
 * Corrects a value of a participant: the old one stays with the reason and the source, and marks of a monitor go. A warning
 * sign that was reported stays, so that none is lowered or closed and help does not end; one that is added is raised. Throws
 * not-found, conflict where the value changed since it was shown, not-allowed for anonymous participants, unprocessable for a
 * value that cannot be, and DataLocked.
 */
export const correctValue = (op: Operation, participantId: string, given: NewCorrection): Promise<void> =>
  inTransaction(op, async (op) => {
    const { db } = op;
    const { id, kind, target, field, oldValue, newValue, reason, source, query, signing } = given;
    const participant = await lockParticipant(db, participantId);
    if (participant.dataConsent === 'anonymous')
      throw notAllowed('Nothing is corrected about anonymous people.');
    await checkUnlocked(op, participantId);
    if ((await db.count(Correction, { id })) > 0) return;
    if (query && (await db.count(DataQuery, { id: query, participant: participantId })) === 0)
      throw notFound();
    const value = await findValue(op, participantId, given);
    if (!value) throw notFound();
    if (value.value !== oldValue)
      throw new AppError('conflict', 'The value changed since you opened it. Look at it again.');
    const next = await readNewValue(op, participantId, value, newValue);
    await apply(op, participantId, value, next);
    const name = { participant: participantId, kind, target, field };
    db.create(Correction, {
      ...{ id, ...name, oldValue, newValue: next, reason, source, query, staff: signing.staff, at: op.now },
    });
    await db.nativeUpdate(SourceVerification, { ...name, removedAt: null }, { removedAt: op.now });
    await db.flush();
    const content = { correction: id, kind, target, field, oldValue, newValue: next, reason, source };
    await addSignature(op, signing, { kind: 'correction', target: id, participant: participantId, content });
    await op.audit('value.corrected', participantId, {
      before: { kind, target, field, value: oldValue },
      after: { kind, target, field, value: next, text: reason, note: source, query },
    });
  });

/** The new value as it is stored. Throws unprocessable. */
export async function readNewValue(
  op: Operation,
  participantId: string,
  { kind, target, takes, value, stays }: Value,
  given: string,
): Promise<string> {
  if (stays) throw wrong('A warning sign that was reported stays.');
  const isDose = takes !== 'day' && 'unit' in takes;
  const next = isDose ? await readDose(op, target, given) : given;
  if (next === value) throw wrong('This is the value that it has.');
  if (takes !== 'day' && !isDose && !takes.some(([each]) => each === next))
    throw wrong('Choose from the list.');
  if (takes === 'day') {
    const today = localDate(op.now, op.content.product.timeZone);
    const [followUp] =
      kind === 'follow-up'
        ? (await findFollowUps(op, participantId)).filter(({ months }) => String(months) === target)
        : [];
    if (!isPlainDate(next)) throw wrong('Enter a day.');
    if (next > today) throw wrong('This day is still to come.');
    if (followUp && next < followUp.opensOn) throw wrong('Give a day from the first of the window to today.');
  }
  return next;
}

async function readDose({ db, content }: Operation, target: string, given: string): Promise<string> {
  const { scheduleId } = await db.findOneOrFail(DoseReport, { id: Number(target) });
  const { medicine } = findContentOf(content, scheduleId);
  const amount = /^\d{1,4}(\.\d{1,2})?$/.test(given) ? Number(given) : Number.NaN;
  if (Number.isNaN(amount)) throw wrong(`Enter a number of ${medicine.unit} a day.`);
  const dose = storedDose(amount, medicine);
  if (realMg(dose, medicine) > medicine.maxPerDay)
    throw wrong(`This is more than the highest daily dose, ${medicine.maxPerDay} ${medicine.unit}.`);
  return String(dose);
}

const wrong = (message: string): AppError =>
  new AppError('unprocessable', message, [{ path: ['newValue'], message }]);

async function apply(
  op: Operation,
  participant: string,
  { kind, target, field }: Value,
  next: string,
): Promise<void> {
  const { db, now } = op;
  if (kind === 'record')
    return replaceRecord(op, participant, { day: target, field, isTrue: next === 'true' });
  if (kind === 'follow-up') {
    await db.nativeUpdate(FollowUpDone, { participant, months: Number(target) }, { doneOn: next });
    return;
  }
  if (kind === 'baseline') {
    const [medicine, dose] = next.split('/').map(Number);
    const change =
      field === 'duration' ? { duration: Number(next) } : { medicine: medicine ?? 0, dose: dose ?? 0 };
    await db.nativeUpdate(BaselineRow, { participant }, { ...change, savedAt: now });
    return;
  }
  const report = await db.findOneOrFail(DoseReport, { id: Number(target), participant }, { refresh: true });
  // With another dose it no longer stands for the step that it was reported for.
  if (field === 'day') report.day = next;
  else
    Object.assign(report, {
      dose: Number(next),
      ...(report.kind === 'step' && { kind: 'other', prescription: null, planned: null }),
    });
  await db.flush();
  await moveSteps(op, participant);
}

/** Stores another version of the check-up that counts, with its own instant and all else as it was. */
async function replaceRecord(
  op: Operation,
  participant: string,
  { day, field, isTrue }: { day: string; field: string; isTrue: boolean },
): Promise<void> {
  const { db, now } = op;
  const { stored } = await readValues(db, { stored: selectStoredRecords(participant, day) });
  const record = stored.filter(({ isInForce }) => isInForce).at(-1);
  if (!record) throw notFound();
  const item = itemOfField(field);
  const change = item ? await changeItems(op, participant, record, item, isTrue) : { [field]: isTrue };
  await storeRecord(db, {
    ...{ ...record, ...change, participant, addedLater: record.addedLater === true },
    ...{ recordedAt: new Date(record.recordedAt), receivedAt: now, isLate: false, replaces: record.id },
  });
  const warnings = (change.symptoms ?? []).filter(
    (each) => (each.redflag || each.selfHarm) && !record.symptoms.some(({ id }) => id === each.id),
  );
  if (warnings.length > 0)
    await raiseWarningSign(op, { participant, date: record.date, localDate: record.localDate }, warnings);
}

/** The record's symptoms or activities with one more, or without one. */
async function changeItems(
  { db }: Operation,
  participant: string,
  record: Pick<StoredRecord, 'symptoms' | 'activities'>,
  { kind, id }: NonNullable<ReturnType<typeof itemOfField>>,
  isReported: boolean,
): Promise<Partial<Pick<StoredRecord, 'symptoms' | 'activities'>>> {
  const { symptoms, activities } = await readValues(db, {
    symptoms: selectSymptomsById(participant, [id]),
    activities: selectActivitiesById(participant, [id]),
  });
  const others = <I extends { id: number }>(list: readonly I[], added: readonly I[]): I[] => [
    ...list.filter((each) => each.id !== id),
    ...(isReported ? added : []),
  ];
  return kind === 'symptom'
    ? { symptoms: others(record.symptoms, symptoms) }
    : { activities: others(record.activities, activities) };
}
