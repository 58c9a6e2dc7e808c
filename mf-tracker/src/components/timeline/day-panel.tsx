import { formatDateInWords } from '@stepwise/shared-contracts/dates/plain-date';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { CATEGORY_NAMES } from '@stepwise/shared-contracts/entities/record-words';
import { CATEGORIES, type DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import { Fragment } from 'react';
import { doseStepOn } from '../../doses/dose-steps.ts';
import { ICON_WORDS, iconOf } from '../../records/answer-icons.ts';
import { type RecordIndex, recordedAtInWords } from '../../records/record-index.ts';
import { AnswerIcon } from '../answer-icon.tsx';
import styles from './day-panel.module.css';
import { type DaySources, type OwnDay, ownDaysOf } from './describe-day.ts';

interface DayPanelProps extends DaySources {
  /** The day that is open. */
  date: string;
  /** Records that the server does not have yet. */
  unsent: readonly DailyRecord[];
  onClose: () => void;
}

/** One day of the plot to read: its dose, and each check-up's answers, symptoms and activities. */
export function DayPanel({ date, unsent, onClose, ...sources }: DayPanelProps) {
  const [first, ...others] = ownDaysOf(date, sources);
  return (
    <section className={styles.panel} aria-label="The day you chose">
      <div className={styles.head}>
        {first && <DayHeading local={first.local} />}
        <Button variant="link" onClick={onClose}>
          Close
        </Button>
      </div>
      {first && <OwnDayDetails day={first} {...sources} unsent={unsent} />}
      {others.map((day) => (
        <Fragment key={day.local}>
          <DayHeading local={day.local} />
          <OwnDayDetails day={day} {...sources} unsent={unsent} />
        </Fragment>
      ))}
    </section>
  );
}

const DayHeading = ({ local }: { local: string }) => (
  <h3>
    {formatDateInWords(local)} {local.slice(0, 4)}
  </h3>
);

interface OwnDayDetailsProps extends DaySources {
  day: OwnDay;
  unsent: readonly DailyRecord[];
}

function OwnDayDetails({ day, records, doseSteps, doseWords, today, unsent }: OwnDayDetailsProps) {
  const { local } = day;
  const doseStep = doseStepOn(doseSteps, local);
  const breakdown = doseStep && doseWords.breakdown(doseStep);
  return (
    <>
      {doseStep && (
        <p>
          {local > today.local ? 'Planned dose' : 'Dose'}: <strong>{doseWords.amount(doseStep)} a day</strong>
          {breakdown && `, ${breakdown}`}
          {local === doseStep.date && ', from this day on'}
        </p>
      )}
      {day.records.map((record, index) => (
        <RecordDetails
          // The record of another day takes its place, so that the arrow keys make no new elements.
          key={index}
          record={record}
          records={records}
          isUnsent={unsent.includes(record)}
        />
      ))}
      {day.records.length === 0 && local <= today.local && <p className="soft">Nothing recorded.</p>}
    </>
  );
}

interface RecordDetailsProps {
  record: DailyRecord;
  records: RecordIndex;
  isUnsent: boolean;
}

function RecordDetails({ record, records, isUnsent }: RecordDetailsProps) {
  return (
    <>
      <dl className={styles.answers}>
        {CATEGORIES.map((category) => {
          const icon = iconOf(record, category);
          return (
            <div key={category}>
              <dt>
                <AnswerIcon icon={icon} /> {CATEGORY_NAMES[category]}
              </dt>
              <dd>
                {ICON_WORDS[icon]}
                <Chosen record={record} category={category} />
              </dd>
            </div>
          );
        })}
      </dl>
      <p className="soft small">
        {recordedAtInWords(records, record)}
        {isUnsent && ' Not sent yet.'}
      </p>
    </>
  );
}

function Chosen({ record, category }: { record: DailyRecord; category: (typeof CATEGORIES)[number] }) {
  const symptoms = record.symptoms.filter((symptom) => symptom.category === category);
  const activities = category === 'active' ? record.activities : [];
  if (symptoms.length + activities.length === 0) return null;
  return (
    <ul>
      {symptoms.map(({ id, text, redflag }) => (
        <li key={id}>
          {text}
          {redflag && <span className={styles.flag}> (warning sign)</span>}
        </li>
      ))}
      {activities.map(({ id, text }) => (
        <li key={`activity ${id}`}>{text}</li>
      ))}
    </ul>
  );
}
