import { wallClock } from '../local-time.ts';
import { type RecordTruth, recordsOf } from '../records.ts';
import { type Cell, type Exported, exportFile } from './export-file.ts';

const HOUR_MS = 3_600_000;
/** In the place of a participant's own words. */
const OWN_ITEM = 'Own item';

interface Numbered extends RecordTruth {
  record: number;
  version: number;
}

/** Every version in the order of arrival, its record numbered by when the first one arrived. */
function versionsOf({ facts }: Exported): Numbered[] {
  const records = Map.groupBy(
    recordsOf(facts.checkUps).versions,
    ({ date, localDate }) => `${date} ${localDate}`,
  );
  return [...records.values()].flatMap((versions, index) =>
    versions.map((each, number) => ({ ...each, record: index + 1, version: number + 1 })),
  );
}

const inForceOf = (of: Exported): Numbered[] =>
  versionsOf(of).filter(({ supersededAt }) => supersededAt === null);

const categoryOf = ({ facts }: Exported, text: string): string =>
  facts.symptoms.find((each) => each.text === text)?.category ?? '';

const countOf =
  (category: string) =>
  (record: Numbered, of: Exported): Cell =>
    record.symptoms.filter(({ text }) => categoryOf(of, text) === category).length;

const ANSWERS: Record<string, (record: Numbered, of: Exported) => Cell> = {
  sleep: ({ sleep }) => sleep,
  mood: ({ mood }) => mood,
  active: ({ active }) => active,
  sleep_symptoms: countOf('sleep'),
  mood_symptoms: countOf('mood'),
  active_symptoms: countOf('active'),
  warning_signs: ({ symptoms }) => symptoms.filter(({ redflag }) => redflag).length,
  activities: ({ activities }) => activities.length,
  local_hour: ({ madeAt, zone }) => wallClock(madeAt, zone).hour,
  delay_hours: ({ madeAt, arrivedAt }) => Math.floor((arrivedAt - madeAt) / HOUR_MS),
};

/** The number of an item on the person's list, and what it is called in the export. */
const itemIn = (list: readonly { text: string }[], text: string): number =>
  list.findIndex((each) => each.text === text) + 1;
const listed = (list: readonly { text: string }[], text: string): string =>
  list.some((each) => each.text === text) ? text : OWN_ITEM;
const activitiesOf = ({ facts }: Exported) => facts.activities.map((text) => ({ text }));

/** Check-ups, what they name, and the lists they choose from. */
export const RECORD_FILES = {
  daily_records: exportFile(inForceOf, {
    record: ({ record }) => record,
    study_day: ({ localDate }, { study }) => study(localDate),
    counts: (record, of) =>
      recordsOf(of.facts.checkUps).inForce.findLast(({ localDate }) => localDate === record.localDate)
        ?.madeAt === record.madeAt,
    added_later: ({ ofDayBefore }) => ofDayBefore,
    ...ANSWERS,
  }),
  record_versions: exportFile(versionsOf, {
    record: ({ record }) => record,
    version: ({ version }) => version,
    study_day: ({ localDate }, { study }) => study(localDate),
    in_force: ({ supersededAt }) => supersededAt === null,
    superseded_day: ({ supersededAt }, { studyAt }) => supersededAt && studyAt(supersededAt),
    ...ANSWERS,
  }),
  record_symptoms: exportFile(
    (of) =>
      inForceOf(of).flatMap(({ symptoms, ...record }) =>
        symptoms.map((symptom) => ({ ...record, ...symptom, item: itemIn(of.facts.symptoms, symptom.text) })),
      ),
    {
      record: ({ record }) => record,
      study_day: ({ localDate }, { study }) => study(localDate),
      item: ({ item }) => item,
      category: ({ text }, of) => categoryOf(of, text),
      symptom: ({ text }, { content }) => listed(content.tracker.symptoms, text),
      warning_sign: ({ redflag }) => redflag,
      self_harm: ({ selfHarm }) => selfHarm,
    },
  ),
  record_activities: exportFile(
    (of) =>
      inForceOf(of).flatMap(({ activities, ...record }) =>
        activities.map((text) => ({ ...record, text, item: itemIn(activitiesOf(of), text) })),
      ),
    {
      record: ({ record }) => record,
      study_day: ({ localDate }, { study }) => study(localDate),
      item: ({ item }) => item,
      activity: ({ text }, { content }) => listed(content.tracker.activities, text),
    },
  ),
  symptom_lists: exportFile(({ facts }) => facts.symptoms, {
    item: (_symptom, _of, number) => number,
    category: ({ category }) => category,
    symptom: ({ text }, { content }) => listed(content.tracker.symptoms, text),
    warning_sign: ({ redflag }) => redflag,
    removed: () => false,
  }),
  activity_lists: exportFile(activitiesOf, {
    item: (_activity, _of, number) => number,
    activity: ({ text }, { content }) => listed(content.tracker.activities, text),
    removed: () => false,
  }),
};
