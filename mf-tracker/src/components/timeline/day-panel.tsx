import { formatDate, formatDateInWords } from '@stepwise/shared-contracts/dates/plain-date';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { CATEGORIES, type DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import { clockTime } from '../../day/today.ts';
import { doseStepOn } from '../../doses/dose-steps.ts';
import { CATEGORY_WORDS, ICON_WORDS, iconOf } from '../../records/answer-icons.ts';
import { AnswerIcon } from '../answer-icon.tsx';
import { type DaySources, localDayOf } from './day-in-words.ts';
import styles from './day-panel.module.css';

interface DayPanelProps extends DaySources {
  /** The day that is open. */
  date: string;
  isUnsent: boolean;
  onClose: () => void;
}

/** One day of the plot to read: its dose, its answers, symptoms and activities. */
export function DayPanel({ date, isUnsent, onClose, ...sources }: DayPanelProps) {
  const { records, doseSteps, doseWords, today } = sources;
  const record = records.get(date);
  const local = localDayOf(date, sources);
  const doseStep = doseStepOn(doseSteps, local);
  const breakdown = doseStep && doseWords.breakdown(doseStep);
  return (
    <section className={styles.panel} aria-label="The day you chose">
      <div className={styles.head}>
        <h3>
          {formatDateInWords(local)} {local.slice(0, 4)}
        </h3>
        <Button variant="link" onClick={onClose}>
          Close
        </Button>
      </div>
      {doseStep && (
        <p>
          {local > today.local ? 'Planned dose' : 'Dose'}: <strong>{doseWords.amount(doseStep)} a day</strong>
          {breakdown && `, ${breakdown}`}
          {local === doseStep.date && ', from this day on'}
        </p>
      )}
      {record ? (
        <RecordDetails record={record} isUnsent={isUnsent} />
      ) : (
        date <= today.key && <p className="soft">Nothing recorded.</p>
      )}
    </section>
  );
}

function RecordDetails({ record, isUnsent }: { record: DailyRecord; isUnsent: boolean }) {
  return (
    <>
      <dl className={styles.answers}>
        {CATEGORIES.map((category) => {
          const icon = iconOf(record, category);
          return (
            <div key={category}>
              <dt>
                <AnswerIcon icon={icon} /> {CATEGORY_WORDS[category]}
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
        Recorded on {formatDate(record.localDate)} at {clockTime(record.recordedAt, record.timeZone)}.
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
