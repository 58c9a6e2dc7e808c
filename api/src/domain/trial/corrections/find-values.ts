import { formatDate, isPlainDate } from '@stepwise/shared-contracts/dates/plain-date';
import { CHECK_UP_FIELD_NAMES, CHECK_UP_FIELDS } from '@stepwise/shared-contracts/entities/check-up-fields';
import { doseText, doseUnit } from '@stepwise/shared-contracts/entities/dose-text';
import { DoseReport } from '../../care/plan/dose-report.entity.ts';
import { findRecords } from '../../care/tracker/find-records.ts';
import { Activity, Symptom } from '../../care/tracker/tracker-list.entities.ts';
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

/** A dose a day, as its schedule's content has it. */
interface TakesDose {
  unit: string;
  words(dose: number): string;
}

/** A value that can be corrected. */
export interface Value extends ValueName {
  /** `Mood on 09/03/2026`. */
  label: string;
  value: string;
  words: string;
  /** What it may become: one of these, a day, or a dose. */
  takes: readonly (readonly [value: string, words: string])[] | 'day' | TakesDose;
  /** A warning sign that was reported is never taken back. */
  stays?: boolean;
}

const GOOD = [
  ['true', 'Good'],
  ['false', 'Not good'],
] as const;
const REPORTED = [
  ['true', 'Reported'],
  ['false', 'Not reported'],
] as const;

/** How the words of a participant's symptoms and activities are shown: not everybody may read what a participant wrote. */
export interface ItemTexts {
  symptom: (text: string) => string;
  activity: (text: string) => string;
}
const AS_WRITTEN: ItemTexts = { symptom: (text) => text, activity: (text) => text };

/** The field of a symptom or an activity in a check-up, whose value is whether it was reported. */
const ITEM_FIELD = /^(symptom|activity)-(\d+)$/;
const itemField = (kind: keyof ItemTexts, id: number): string => `${kind}-${id}`;

/** Which symptom or activity a field is about; null for another field. */
export function itemOfField(field: string): { kind: keyof ItemTexts; id: number } | null {
  const [, kind, id] = ITEM_FIELD.exec(field) ?? [];
  return kind && id ? { kind: kind as keyof ItemTexts, id: Number(id) } : null;
}

type Reading = Pick<Operation, 'db' | 'content'>;

/** The values of a participant that can be corrected: of their check-ups those of one own day, where it is given. */
export async function findValues(
  op: Reading,
  participant: string,
  { day, arms, texts = AS_WRITTEN }: { day?: string | undefined; arms: boolean; texts?: ItemTexts },
): Promise<Value[]> {
  return [
    ...(arms ? await doseValues(op, participant) : []),
    ...(await followUpValues(op, participant)),
    ...(await baselineValues(op, participant)),
    ...(arms && day ? await recordValues(op, participant, day, texts) : []),
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

/** Of several check-ups of a day the last one counts: its answers, and each item on the lists or in it. */
async function recordValues(
  { db }: Reading,
  participant: string,
  day: string,
  texts: ItemTexts = AS_WRITTEN,
): Promise<Value[]> {
  const record = (await findRecords(db, participant, day)).at(-1);
  if (!record) return [];
  const name = { kind: 'record' as const, target: day };
  const answers = CHECK_UP_FIELD_NAMES.map((field) => ({
    ...{ ...name, field, takes: GOOD },
    label: `${CHECK_UP_FIELDS[field].name} on ${formatDate(day)}`,
    value: String(record[field]),
    words: record[field] ? 'Good' : 'Not good',
  }));
  const { symptoms, activities, words } = await findItems({ db }, participant, texts);
  const itemValue = (kind: keyof ItemTexts, id: number, isReported: boolean, stays = false): Value => ({
    ...{ ...name, field: itemField(kind, id), takes: REPORTED, stays },
    label: `${words(itemField(kind, id))} on ${formatDate(day)}`,
    value: String(isReported),
    words: isReported ? 'Reported' : 'Not reported',
  });
  const items = [
    ...symptoms.map((item) => ({ kind: 'symptom' as const, item, found: find(record.symptoms, item.id) })),
    ...activities.map((item) => ({
      kind: 'activity' as const,
      item,
      found: find(record.activities, item.id),
    })),
  ];
  return [
    ...answers,
    ...items
      .filter(({ item, found }) => found || !item.removedAt)
      .map(({ kind, item, found }) =>
        itemValue(
          kind,
          item.id,
          found !== undefined,
          found && 'redflag' in found && (found.redflag || found.selfHarm),
        ),
      ),
  ];
}

const find = <I extends { id: number }>(list: readonly I[], id: number): I | undefined =>
  list.find((each) => each.id === id);

async function findItems({ db }: Pick<Reading, 'db'>, participant: string, texts: ItemTexts) {
  const [symptoms, activities] = [
    await db.find(Symptom, { participant }, { orderBy: { id: 'asc' } }),
    await db.find(Activity, { participant }, { orderBy: { id: 'asc' } }),
  ];
  const words = (field: string): string => {
    const item = itemOfField(field);
    if (!item) return CHECK_UP_FIELDS[field as keyof typeof CHECK_UP_FIELDS]?.name ?? field;
    const [heading, list] = item.kind === 'symptom' ? ['Symptom', symptoms] : ['Activity', activities];
    const text = find<Symptom | Activity>(list, item.id)?.text;
    return text ? `${heading} “${texts[item.kind](text)}”` : heading;
  };
  return { symptoms, activities, words };
}

/** Names the fields of a participant's check-ups: `Mood`, `Symptom “Headache”`. */
export const findFieldWords = async (
  op: Pick<Reading, 'db'>,
  participant: string,
  texts: ItemTexts = AS_WRITTEN,
): Promise<(field: string) => string> => (await findItems(op, participant, texts)).words;

async function doseValues({ db, content }: Reading, participant: string): Promise<Value[]> {
  const reports = await db.find(
    DoseReport,
    { participant, kind: { $ne: 'assumed' } },
    { orderBy: { reportedAt: 'desc', id: 'desc' }, refresh: true },
  );
  return reports.flatMap(({ id, day, dose, scheduleId }): Value[] => {
    const inWords = (each: number) => doseText(each, scheduleId, content.schedules);
    const unit = doseUnit(scheduleId, content.schedules);
    const name = { kind: 'dose-report' as const, target: String(id) };
    return [
      {
        ...{ ...name, field: 'dose', takes: { unit, words: (each: number) => `${inWords(each)} a day` } },
        ...{ label: `Dose reported from ${formatDate(day)}`, value: String(dose), words: inWords(dose) },
      },
      {
        ...{ ...name, field: 'day', takes: 'day' as const },
        ...{ label: `Day from which ${inWords(dose)} was reported`, value: day, words: formatDate(day) },
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
      ...{ ...name, field: 'medicine', takes: doses, label: 'Medicine and dose' },
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
  if (takes === 'day') return isPlainDate(value) ? formatDate(value) : value;
  if ('unit' in takes) return takes.words(Number(value));
  return takes.find(([each]) => each === value)?.[1] ?? value;
}

/** How the values of a field are read where the value itself is no longer there. */
export const takesOf = ({ kind, field }: Pick<ValueName, 'kind' | 'field'>): Value['takes'] => {
  if (kind === 'record') return itemOfField(field) ? REPORTED : GOOD;
  if (kind === 'baseline') return [];
  return field === 'dose' ? { unit: '', words: (dose) => `${dose} a day` } : 'day';
};
