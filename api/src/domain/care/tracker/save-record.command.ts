import type { ParsedBodyOf } from '@stepwise/shared-contracts/calls/call';
import type { saveRecord as saveRecordCall } from '@stepwise/shared-contracts/calls/tracker.calls';
import { type RecordDay, recordDay } from '@stepwise/shared-contracts/dates/record-day';
import type {
  Activity as ActivityShown,
  DailyRecord as RecordShown,
} from '@stepwise/shared-contracts/entities/tracker';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { AppError, notFound } from '../../../platform/errors/app-error.ts';
import type { RecordInWords, RecordState } from '../../core/audit/audit-event-types.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { recordingOperation } from '../../data/data-locks/check-unlocked.ts';
import { raiseRuleQueries } from '../../data/data-queries/data-query.commands.ts';
import { raiseWarningSign } from '../warning-signs/raise-warning-sign.command.ts';
import { DailyRecord, DailyRecordActivity, DailyRecordSymptom } from './daily-record.entities.ts';
import { findRecords } from './find-records.ts';
import { Activity, Symptom } from './tracker-list.entities.ts';

type CheckUp = ParsedBodyOf<typeof saveRecordCall>;

/** A phone's clock may run ahead of ours by so much. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;
/** A check-up made without a network may arrive so late. */
const LATEST_ARRIVAL_MS = 60 * 86_400_000;

/**
 * Saves a check-up under its own day and UTC date (see `recordDay`). Another record of both is replaced and stored as an
 * earlier version; one made before the record in force arrives late and is stored as earlier itself. Saving again what is
 * in force, or what was saved of that very instant, changes nothing; a symptom that became a warning sign since makes it
 * another record, which the team sees, and so does self-harm at another instant. Rules of queries.yaml may raise data queries. No lock of the data rejects it. Answers the record in force and what was done today. Throws unprocessable for an
 * instant, or a day of it, that cannot be recorded.
 */
export async function saveRecord(
  request: Operation,
  participant: string,
  { recordedAt: givenAt, localDate: givenDay, sleep, mood, active, ...chosen }: CheckUp,
  timeZone: string,
): Promise<{ record: RecordShown; todayActivities: ActivityShown[] }> {
  const op = await recordingOperation(request, participant);
  const { db, now } = op;
  const recordedAt = readInstant(givenAt, request.now);
  const day = readDay(recordedAt, timeZone, givenDay);
  const { date, localDate } = day;
  const symptoms = await findChosen(chosen.symptoms, (id) => db.find(Symptom, { id, participant }));
  const activities = await findChosen(chosen.activities, (id) => db.find(Activity, { id, participant }));
  const state = {
    date,
    localDate,
    sleep,
    mood,
    active,
    symptoms: symptoms.map(({ id }) => id),
    activities: activities.map(({ id }) => id),
  };

  const versions = await db.find(DailyRecord, { participant, date, localDate });
  const inForce = versions.find(({ supersededAt }) => supersededAt == null);
  const isLate = inForce !== undefined && inForce.recordedAt > recordedAt;
  const known = versions.filter(
    (version) => version === inForce || version.recordedAt.getTime() === recordedAt.getTime(),
  );
  const flagged = symptoms.filter(({ redflag }) => redflag).map(({ id }) => id);
  const selfHarm = symptoms.some((symptom) => symptom.selfHarm);
  const isNew = !(await includesSame(db, known, { ...state, flagged, selfHarm, recordedAt }));
  if (isNew) {
    const replaced = inForce && !isLate ? await inWords(db, inForce) : null;
    if (inForce && !isLate) {
      inForce.supersededAt = now;
      await db.flush();
    }
    const record = db.create(DailyRecord, {
      participant,
      ...day,
      sleep,
      mood,
      active,
      recordedAt,
      timeZone,
      receivedAt: now,
      supersededAt: isLate ? now : null,
    });
    await db.flush();
    for (const { id, redflag } of symptoms)
      db.create(DailyRecordSymptom, { record: record.id, symptom: id, redflag });
    for (const { id } of activities) db.create(DailyRecordActivity, { record: record.id, activity: id });
    await db.flush();
    const warnings = symptoms.filter(({ redflag, selfHarm }) => redflag || selfHarm);
    // Before the audit log is locked: the sign is locked while the team is notified of it, and a mail server may be slow.
    if (warnings.length > 0) await raiseWarningSign(op, record, warnings);
    const after = {
      ...state,
      symptomTexts: symptoms.map(({ text }) => text),
      activityTexts: activities.map(({ text }) => text),
    };
    if (isLate) await op.audit('record.kept-as-earlier', participant, { after });
    else await op.audit('record.saved', participant, { before: replaced, after });
  }

  const records = await findRecords(db, participant, localDate);
  if (isNew) await raiseRuleQueries(op, participant, localDate, records);
  const record = records.find((each) => each.date === date);
  if (!record) throw new Error('A record that was just saved is not there.');
  const ofToday = localDate === op.today ? records : await findRecords(db, participant, op.today);
  return { record, todayActivities: ofToday.at(-1)?.activities ?? [] };
}

/** A record as it is, with its items as they are called now. */
async function inWords(db: EntityManager, record: DailyRecord): Promise<RecordInWords> {
  const { id, date, localDate, sleep, mood, active } = record;
  const chosenSymptoms = await db.find(DailyRecordSymptom, { record: id });
  const chosenActivities = await db.find(DailyRecordActivity, { record: id });
  const byId = { orderBy: { id: 'asc' } } as const;
  const symptoms = await db.find(Symptom, { id: chosenSymptoms.map(({ symptom }) => symptom) }, byId);
  const activities = await db.find(Activity, { id: chosenActivities.map(({ activity }) => activity) }, byId);
  return {
    ...{ date, localDate, sleep, mood, active },
    symptoms: symptoms.map((symptom) => symptom.id),
    activities: activities.map((activity) => activity.id),
    symptomTexts: symptoms.map(({ text }) => text),
    activityTexts: activities.map(({ text }) => text),
  };
}

function readDay(recordedAt: Date, timeZone: string, given: string | undefined): RecordDay {
  const day = recordDay(recordedAt, timeZone, given);
  if (day) return day;
  throw unprocessable('localDate', 'Only the day of the check-up and the day before it can be recorded.');
}

function readInstant(given: string | undefined, now: Date): Date {
  const instant = given === undefined ? now : new Date(given);
  const ageMs = now.getTime() - instant.getTime();
  if (ageMs >= -CLOCK_TOLERANCE_MS && ageMs <= LATEST_ARRIVAL_MS) return instant;
  throw unprocessable('recordedAt', 'The time lies ahead, or more than 60 days back.');
}

const unprocessable = (field: string, message: string): AppError =>
  new AppError('unprocessable', 'This check-up is of a day that cannot be recorded now.', [
    { path: [field], message },
  ]);

/** In the order of ids, once each. Throws not-found when one of them is not the participant's. */
async function findChosen<T extends { id: number }>(
  ids: number[],
  find: (ids: number[]) => Promise<T[]>,
): Promise<T[]> {
  if (ids.length === 0) return [];
  const found = await find(ids);
  if (found.length !== new Set(ids).size) throw notFound();
  return found.sort((a, b) => a.id - b.id);
}

interface Given extends RecordState {
  /** Those of the symptoms that are warning signs now. */
  flagged: number[];
  /** One of the symptoms is about self-harm. */
  selfHarm: boolean;
  recordedAt: Date;
}

async function includesSame(db: EntityManager, records: DailyRecord[], state: Given): Promise<boolean> {
  for (const record of records) if (await isSame(db, record, state)) return true;
  return false;
}

async function isSame(db: EntityManager, record: DailyRecord, state: Given): Promise<boolean> {
  const symptoms = await db.find(DailyRecordSymptom, { record: record.id }, { orderBy: { symptom: 'asc' } });
  const activities = await db.find(
    DailyRecordActivity,
    { record: record.id },
    { orderBy: { activity: 'asc' } },
  );
  const flagged = symptoms.filter(({ redflag }) => redflag).map(({ symptom }) => symptom);
  return (
    (record.recordedAt.getTime() === state.recordedAt.getTime() ||
      (!state.selfHarm && String(flagged) === String(state.flagged))) &&
    record.sleep === state.sleep &&
    record.mood === state.mood &&
    record.active === state.active &&
    String(symptoms.map(({ symptom }) => symptom)) === String(state.symptoms) &&
    String(activities.map(({ activity }) => activity)) === String(state.activities)
  );
}
