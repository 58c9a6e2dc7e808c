import { formatDateInWords } from '@stepwise/shared-contracts/dates/plain-date';
import { Card } from '@stepwise/shared-contracts/design-system/card';
import type { Choice } from '@stepwise/shared-contracts/design-system/choices';
import { Progress } from '@stepwise/shared-contracts/design-system/progress';
import type { Symptom } from '@stepwise/shared-contracts/entities/tracker';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import type { Today } from '../../day/today.ts';
import { type Urgency, urgencyOf } from '../help/urgency.ts';
import { PROGRESS_ID } from '../step-heading.tsx';
import styles from './check-up.module.css';
import {
  type Answers,
  answer,
  CATEGORY_OF,
  type CheckUpDay,
  type ListStep,
  STEP_AFTER_LIST,
  type Step,
  sectionOf,
  stepAfterAnswer,
  type TrackerLists,
  toggle,
} from './check-up-flow.ts';
import { ChooseList } from './choose-list.tsx';
import type { DayState } from './day-state.ts';
import { Question } from './question.tsx';
import { Summary } from './summary.tsx';
import { WarningHelp } from './warning-help.tsx';
import { WatchedHours } from './watched-hours.tsx';

interface CheckUpProps {
  step: Step;
  answers: Answers;
  lists: TrackerLists;
  today: Today;
  /** The person's own day that it is of: today or yesterday. */
  day: string;
  /** What is there of that day already. */
  known: DayState;
  onChange: (answers: Answers) => void;
  /** Opens a step, with an answer that has changed. */
  onGo: (step: Step, answers?: Answers) => void;
  onBack: () => void;
  onRedo: () => void;
  onAdd: () => void;
}

const isList = (step: Step): step is ListStep => step in STEP_AFTER_LIST;

/** The daily check-up, one page at a time (specification, section 2). */
export function CheckUp(props: CheckUpProps) {
  const { step, answers, lists, today, day, known, onChange, onGo, onBack, onRedo, onAdd } = props;
  const which: CheckUpDay = day === today.local ? 'today' : 'yesterday';
  const section = sectionOf(step);
  const chosen = lists.symptoms.filter(({ id }) => answers.symptoms.includes(id));
  const urgency = urgencyOf(chosen);
  return (
    <Card className={styles.checkUp} aria-label="Daily check-up">
      {which === 'yesterday' && <p className="eyebrow">Yesterday, {formatDateInWords(day)}</p>}
      {step !== 'summary' && (
        <Progress
          id={PROGRESS_ID}
          label={`Check-up, ${section + 1} of 3`}
          value={section + (isList(step) ? 0.5 : 0)}
          max={3}
        />
      )}
      {step === 'summary' ? (
        <Summary
          answers={answers}
          lists={lists}
          today={today}
          day={day}
          known={known}
          onRedo={onRedo}
          onAdd={onAdd}
        >
          <HelpWithSign urgency={urgency} />
        </Summary>
      ) : isList(step) ? (
        <ChooseList
          key={step}
          day={which}
          step={step}
          options={optionsOf(step, lists)}
          chosen={step === 'activities' ? answers.activities : answers.symptoms}
          onToggle={(id, ticked) => onChange(toggled(answers, step, id, ticked))}
          onBack={onBack}
          onNext={() => onGo(STEP_AFTER_LIST[step])}
        >
          {step !== 'activities' && <HelpWithSign urgency={urgencyOf(ofCategory(chosen, step))} />}
        </ChooseList>
      ) : (
        <Question
          key={step}
          day={which}
          category={CATEGORY_OF[step]}
          answer={answers[CATEGORY_OF[step]]}
          onAnswer={(yes) =>
            onGo(
              stepAfterAnswer(CATEGORY_OF[step], yes),
              answer(answers, CATEGORY_OF[step], yes, lists.symptoms),
            )
          }
          onBack={onBack}
        />
      )}
    </Card>
  );
}

/** The shell shows the numbers at the top of the window while a sign of self-harm is chosen; an earlier one does not. */
function HelpWithSign({ urgency }: { urgency: Urgency }) {
  const { focusHelp } = useHost();
  if (urgency === 'none') return null;
  return urgency === 'crisis' && focusHelp ? <WatchedHours /> : <WarningHelp urgency={urgency} announced />;
}

function optionsOf(step: ListStep, { symptoms, activities }: TrackerLists): Choice[] {
  if (step === 'activities') return activities.map(({ id, text }) => ({ id, text }));
  return ofCategory(symptoms, step).map(({ id, text, redflag }) => ({ id, text, warningSign: redflag }));
}

const ofCategory = (symptoms: readonly Symptom[], step: ListStep): Symptom[] =>
  symptoms.filter(({ category }) => category === CATEGORY_OF[step]);

const toggled = (answers: Answers, step: ListStep, id: number, ticked: boolean): Answers =>
  step === 'activities'
    ? { ...answers, activities: toggle(answers.activities, id, ticked) }
    : { ...answers, symptoms: toggle(answers.symptoms, id, ticked) };
