import type { ParsedBodyOf } from '@stepwise/shared-contracts/calls/call';
import type { saveRecord as saveRecordCall } from '@stepwise/shared-contracts/calls/tracker.calls';
import { type RecordDay, recordDay } from '@stepwise/shared-contracts/dates/record-day';
import { answersOf } from '@stepwise/shared-contracts/entities/check-up-fields';
import type {
  Activity as ActivityShown,
  DailyRecord as RecordShown,
} from '@stepwise/shared-contracts/entities/tracker';
import { readValues } from '../../../platform/database/query.ts';
import { AppError, notFound } from '../../../platform/errors/app-error.ts';
import type { RecordInWords } from '../../core/audit/audit-event-types.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { recordingAfter, selectLockedAt } from '../../data/data-locks/check-unlocked.ts';
import { raiseRuleQueries } from '../../data/data-queries/data-query.commands.ts';
import { raiseWarningSign } from '../warning-signs/raise-warning-sign.command.ts';
import { answersAreSame } from './check-up-columns.ts';
import { type StoredRecord, selectRecords, selectStoredRecords } from './find-records.ts';
import { storeRecord } from './store-record.ts';
import { selectActivitiesById, selectSymptomsById } from './tracker-lists.ts';

type CheckUp = ParsedBodyOf<typeof saveRecordCall>;

/** How far a phone's clock may run ahead of the server's. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;
/** A check-up made without a network may arrive so late. */
const MAX_ARRIVAL_DELAY_MS = 60 * 86_400_000;

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
  { recordedAt: givenAt, localDate: givenDay, ...checkUp }: CheckUp,
  timeZone: string,
): Promise<{ record: RecordShown; todayActivities: ActivityShown[] }> {
  const { db, today } = request;
  const recordedAt = readInstant(givenAt, request.now);
  const day = readDay(recordedAt, timeZone, givenDay);
  const { date, localDate } = day;
  const {
    lockedAt,
    stored,
    ofToday,
    symptoms = [],
    activities = [],
  } = await readValues(db, {
    lockedAt: selectLockedAt(participant),
    stored: selectStoredRecords(participant, localDate),
    ...(localDate !== today && { ofToday: selectRecords(participant, today) }),
    ...(checkUp.symptoms.length > 0 && { symptoms: selectSymptomsById(participant, checkUp.symptoms) }),
    ...(checkUp.activities.length > 0 && {
      activities: selectActivitiesById(participant, checkUp.activities),
    }),
  });
  checkFound(checkUp.symptoms, symptoms);
  checkFound(checkUp.activities, activities);
  const op = recordingAfter(request, lockedAt);
  const given: RecordShown = {
    ...{ ...day, ...answersOf(checkUp), symptoms, activities },
    ...{ recordedAt: recordedAt.toISOString(), timeZone },
  };

  const versions = stored.filter((version) => version.date === date);
  const inForce = versions.find(({ isInForce }) => isInForce);
  const isLate = inForce !== undefined && inForce.recordedAt > given.recordedAt;
  const known = versions.filter((version) => version === inForce || version.recordedAt === given.recordedAt);
  const isNew = !known.some((version) => isSame(version, given));
  if (isNew) {
    const replaced = isLate ? undefined : inForce;
    await storeRecord(db, {
      ...{ ...given, participant, ...day, recordedAt, receivedAt: op.now, isLate },
      replaces: replaced?.id,
    });
    const warnings = symptoms.filter(({ redflag, selfHarm }) => redflag || selfHarm);
    // Before the audit log is locked: the sign is locked while the team is notified of it, and a mail server may be slow.
    if (warnings.length > 0) await raiseWarningSign(op, { participant, date, localDate }, warnings);
    const after = inWords(given);
    if (isLate) await op.audit('record.kept-as-earlier', participant, { after });
    else await op.audit('record.saved', participant, { before: replaced ? inWords(replaced) : null, after });
  }

  const others = stored.filter((version) => version.isInForce && version !== inForce).map(present);
  const record = isNew && !isLate ? given : inForce && present(inForce);
  if (!record) throw new Error('A record that was just saved is not there.');
  // A stable order: of two of one instant, the one that was stored later counts.
  const records = [...others, record].sort((a, b) =>
    a.recordedAt < b.recordedAt ? -1 : Number(a.recordedAt > b.recordedAt),
  );
  if (isNew) await raiseRuleQueries(op, participant, localDate, records);
  return { record, todayActivities: (ofToday ?? records).at(-1)?.activities ?? [] };
}

const present = ({ id, isInForce, ...record }: StoredRecord): RecordShown => record;

/** A record as the audit log keeps it, with its items as they are called now. */
const inWords = (record: RecordShown): RecordInWords => ({
  ...{ date: record.date, localDate: record.localDate, ...answersOf(record) },
  symptoms: record.symptoms.map(({ id }) => id),
  activities: record.activities.map(({ id }) => id),
  symptomTexts: record.symptoms.map(({ text }) => text),
  activityTexts: record.activities.map(({ text }) => text),
});

function readDay(recordedAt: Date, timeZone: string, given: string | undefined): RecordDay {
  const day = recordDay(recordedAt, timeZone, given);
  if (day) return day;
  throw unprocessable('localDate', 'Only the day of the check-up and the day before it can be recorded.');
}

function readInstant(given: string | undefined, now: Date): Date {
  const instant = given === undefined ? now : new Date(given);
  const ageMs = now.getTime() - instant.getTime();
  if (ageMs >= -CLOCK_TOLERANCE_MS && ageMs <= MAX_ARRIVAL_DELAY_MS) return instant;
  throw unprocessable('recordedAt', 'The time lies ahead, or more than 60 days back.');
}

const unprocessable = (field: string, message: string): AppError =>
  new AppError('unprocessable', 'This check-up is of a day that cannot be recorded now.', [
    { path: [field], message },
  ]);

/** Throws not-found when one of the ids is not the participant's. */
function checkFound(ids: readonly number[], found: readonly unknown[]): void {
  if (found.length !== new Set(ids).size) throw notFound();
}

const idsOf = (items: readonly { id: number }[]): string => items.map(({ id }) => id).join();
const flaggedOf = ({ symptoms }: RecordShown): string => idsOf(symptoms.filter(({ redflag }) => redflag));

/** The same check-up, sent again. One of another instant is another where self-harm is in it, or a flag has changed. */
const isSame = (known: RecordShown, given: RecordShown): boolean =>
  (known.recordedAt === given.recordedAt ||
    (!given.symptoms.some(({ selfHarm }) => selfHarm) && flaggedOf(known) === flaggedOf(given))) &&
  answersAreSame(known, given) &&
  idsOf(known.symptoms) === idsOf(given.symptoms) &&
  idsOf(known.activities) === idsOf(given.activities);
