import { formatDate, isPlainDate } from '@stepwise/shared-contracts/dates/plain-date';
import { CHECK_UP_FIELD_NAMES, CHECK_UP_FIELDS } from '@stepwise/shared-contracts/entities/check-up-fields';
import { doseText } from '@stepwise/shared-contracts/entities/dose-text';
import { DoseReport } from '../../care/plan/dose-report.entity.ts';
import { findRecords } from '../../care/tracker/find-records.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { baselineInWords, findBaseline } from '../baseline/find-baseline.ts';
import { FollowUpDone } from '../follow-ups/follow-up.entities.ts';
import type { ValueKind } from './correction.entities.ts';

/** Which value of a participant: see Correction. */
export interface ValueName {
  kind: ValueKind;
  target: string;
  field: string;
}

/** A value that can be corrected. */
export interface Value extends ValueName {
  /** `Mood on 09/03/2026`. */
  label: string;
  value: string;
  words: string;
  /** What it may become: one of these, a day, or milligrams a day. */
  takes: readonly (readonly [value: string, words: string])[] | 'day' | 'dose';
}

const GOOD = [
  ['true', 'Good'],
  ['false', 'Not good'],
] as const;

type Reading = Pick<Operation, 'db' | 'content'>;

/** The values of a participant that can be corrected: of their check-ups those of one own day, where it is given. */
export async function findValues(
  op: Reading,
  participant: string,
  { day, arms }: { day?: string | undefined; arms: boolean },
): Promise<Value[]> {
  return [
    ...(arms && day ? await recordValues(op, participant, day) : []),
    ...(arms ? await doseValues(op, participant) : []),
    ...(await followUpValues(op, participant)),
    ...(await baselineValues(op, participant)),
  ];
}

/** One of them as it is now, or null where there is none. */
export async function findValue(
  op: Reading,
  participant: string,
  { kind, target, field }: ValueName,
): Promise<Value | null> {
  const of = {
    record: () => (isPlainDate(target) ? recordValues(op, participant, target) : []),
    'dose-report': () => doseValues(op, participant),
    'follow-up': () => followUpValues(op, participant),
    baseline: () => baselineValues(op, participant),
  };
  return (await of[kind]()).find((each) => each.target === target && each.field === field) ?? null;
}

/** Of several check-ups of a day the last one counts. */
async function recordValues({ db }: Reading, participant: string, day: string): Promise<Value[]> {
  const record = (await findRecords(db, participant, day)).at(-1);
  if (!record) return [];
  return CHECK_UP_FIELD_NAMES.map((field) => ({
    ...{ kind: 'record', target: day, field, takes: GOOD },
    label: `${CHECK_UP_FIELDS[field].name} on ${formatDate(day)}`,
    value: String(record[field]),
    words: record[field] ? 'Good' : 'Not good',
  }));
}

async function doseValues({ db, content }: Reading, participant: string): Promise<Value[]> {
  const reports = await db.find(
    DoseReport,
    { participant, kind: { $ne: 'assumed' } },
    { orderBy: { reportedAt: 'desc', id: 'desc' }, refresh: true },
  );
  return reports.flatMap(({ id, day, dose, scheduleId }): Value[] => {
    const words = doseText(dose, scheduleId, content.schedules);
    const name = { kind: 'dose-report' as const, target: String(id) };
    return [
      {
        ...{ ...name, field: 'dose', takes: 'dose' as const },
        ...{ label: `Dose reported from ${formatDate(day)}`, value: String(dose), words },
      },
      {
        ...{ ...name, field: 'day', takes: 'day' as const },
        ...{ label: `Day from which ${words} was reported`, value: day, words: formatDate(day) },
      },
    ];
  });
}

async function followUpValues({ db }: Reading, participant: string): Promise<Value[]> {
  const done = await db.find(FollowUpDone, { participant }, { orderBy: { months: 'asc' }, refresh: true });
  return done.map(({ months, doneOn }) => ({
    ...{ kind: 'follow-up', target: String(months), field: 'doneOn', takes: 'day' },
    ...{ label: `Follow-up at ${months} months, done on`, value: doneOn, words: formatDate(doneOn) },
  }));
}

async function baselineValues({ db, content }: Reading, participant: string): Promise<Value[]> {
  const baseline = await findBaseline(db, participant);
  if (!baseline) return [];
  const words = baselineInWords(content, baseline);
  const { setup, medicines } = content;
  const name = { kind: 'baseline' as const, target: '' };
  const durations = setup.questions
    .filter(({ sets }) => sets === 'duration')
    .flatMap(({ options }) => options);
  // A dose belongs to its medicine, so both are corrected as one.
  const doses = medicines.flatMap(({ setupoption, doses }) =>
    doses.map((dose) => {
      const medicine = { ...baseline, medicine: setupoption, dose: dose.id };
      const text = baselineInWords(content, medicine);
      return [`${setupoption}/${dose.id}`, `${text.medicine}, ${text.dose}`] as const;
    }),
  );
  return [
    {
      ...{ ...name, field: 'medicine', takes: doses, label: 'Antidepressant and dose' },
      ...{ value: `${baseline.medicine}/${baseline.dose}`, words: `${words.medicine}, ${words.dose}` },
    },
    {
      ...{ ...name, field: 'duration', label: 'How long it was taken' },
      takes: durations.map(({ id, text }) => [String(id), text] as const),
      ...{ value: String(baseline.duration), words: words.duration },
    },
  ];
}

/** A stored value in words, such as the old one of a correction. */
export function valueInWords(takes: Value['takes'], value: string): string {
  if (takes === 'dose') return `${value} mg a day`;
  if (takes === 'day') return isPlainDate(value) ? formatDate(value) : value;
  return takes.find(([each]) => each === value)?.[1] ?? value;
}

/** How the values of a field are read where the value itself is no longer there. */
export const takesOf = ({ kind, field }: Pick<ValueName, 'kind' | 'field'>): Value['takes'] => {
  if (kind === 'record') return GOOD;
  if (kind === 'baseline') return [];
  return field === 'dose' ? 'dose' : 'day';
};
