import { doseBreakdown, doseText } from '@stepwise/shared-contracts/entities/dose-text';
import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { doseRowText } from '@stepwise/shared-contracts/plan/dose-row';
import { CareCalls } from './care-calls.tsx';
import styles from './dose.module.css';
import { useKnownStrengths, useMedication } from './use-strengths.ts';

interface DoseInForceProps {
  /** Its name; empty where it is not known. */
  medicine: string;
  /** mg a day, of this schedule. */
  dose: number;
  schedule: number | null;
  /** How to take it, as the content or the team wrote it. */
  note: string | undefined;
  /** It is not the dose that the plan began with. */
  isNew: boolean;
  /** Every step of the plan was taken. */
  isCompleted: boolean;
  /** The last step was taken so lately that the way there is honoured. */
  isPraised: boolean;
}

/** The dose in force: how much, how often and, word for word from the content, how to make it up; at 0 mg other words. */
export function DoseInForce(props: DoseInForceProps) {
  const { medicine, dose, schedule, note, isNew, isCompleted, isPraised } = props;
  const timesperday = useParticipant((state) => state.user?.timesperday ?? 1);
  const schedules = useParticipant((state) => state.schedules);
  const texts = useParticipant((state) => state.doseCard);
  const medication = useMedication(schedule);
  const strengths = useKnownStrengths(medication);
  const areKnown = useParticipant((state) => state.strengths != null);
  const breakdown = doseBreakdown(dose, { schedule, timesperday }, schedules);
  const madeFrom = (forms: readonly number[]) =>
    medication ? doseRowText(medication, { dose, timesperday, strengths: forms }) : null;
  const instructions = madeFrom(strengths);
  const sold = medication?.forms?.map(({ id }) => id) ?? [];
  const asksPharmacist = isNew && madeFrom(areKnown ? strengths : sold) === null;
  return (
    <>
      <p className={styles.dose}>
        {medicine && <span>{medicine} </span>}
        <span className={styles.amount}>{doseText(dose, schedule, schedules)} a day</span>
      </p>
      {dose > 0 && (
        <>
          <p>{breakdown ?? (timesperday === 2 ? 'In two parts each day' : 'Once a day')}</p>
          {instructions && <p>{instructions}</p>}
          {asksPharmacist && <p>{texts?.pharmacist ?? 'Ask your pharmacist how to make up this dose.'}</p>}
        </>
      )}
      {note && <p>{note}</p>}
      {dose === 0 &&
        (isPraised || !isCompleted) &&
        (isCompleted ? texts?.completed : texts?.stoppedEarly)?.map((text) => <p key={text}>{text}</p>)}
      {dose === 0 && !isCompleted && <CareCalls />}
    </>
  );
}
