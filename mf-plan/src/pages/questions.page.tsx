import { setupSaveOption } from '@stepwise/shared-contracts/calls/setup.calls';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { RadioChoices } from '@stepwise/shared-contracts/design-system/choices';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { Progress } from '@stepwise/shared-contracts/design-system/progress';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import type { SetupQuestion } from '@stepwise/shared-contracts/entities/plan';
import { trialWords } from '@stepwise/shared-contracts/entities/trial-words';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useNavigate } from '@stepwise/shared-contracts/router';
import { useState } from 'react';
import { Markup } from '../components/markup.tsx';
import { RejectionNotice } from '../components/rejection-notice.tsx';
import { WizardActions } from '../components/wizard-actions.tsx';
import { usePlanRejection } from '../schedule/use-plan.ts';
import { chosenOption, offeredOptions, type Setup, useSetup } from '../setup/setup-answers.ts';
import { workOutSchedule } from '../setup/work-out-schedule.ts';
import { hrefOf, SCHEDULE_PAGE } from '../wizard-route.ts';
import styles from './questions.module.css';

const HEADINGS: Readonly<Record<number, string>> = {
  2: 'Your medication',
  3: 'Your time with this medicine',
  4: 'In a normal week, how many times do you do...',
  5: 'In a normal week, how many times do you do...',
};

interface QuestionsPageProps {
  /** 2 to 5. */
  page: number;
  onAnswersChanged: (changed: boolean) => void;
}

/** Pages 2 to 5: the setup questions. Going on from the last one works the schedule out. */
export function QuestionsPage({ page, onAnswersChanged }: QuestionsPageProps) {
  const host = useHost();
  const navigate = useNavigate();
  const setup = useSetup();
  const rejection = usePlanRejection('setupSaveOption');
  const hasSchedule = useParticipant((state) => state.schedule !== null);
  const [work, setWork] = useState<'idle' | 'busy' | 'failed'>('idle');
  const questions = setup.setupQuestions.filter((question) => question.page === page);
  const isComplete = questions.every((question) => chosenOption(question, setup) !== null);
  const replacesPlan = page + 1 === SCHEDULE_PAGE && !rejection;

  const answer = (questionId: number, optionId: number) => {
    onAnswersChanged(true);
    setWork('idle');
    void host.outbox.send(setupSaveOption, { questionId, optionId });
  };

  const next = async () => {
    if (replacesPlan) {
      setWork('busy');
      const isDone = await workOutSchedule(host);
      setWork(isDone ? 'idle' : 'failed');
      if (!isDone) return;
      onAnswersChanged(false);
    }
    navigate(hrefOf(page + 1));
  };

  return (
    <div className="page column">
      <Progress label={`Page ${page} of 5`} value={page} max={5} />
      <PageHeading onTitle={host.setTitle} focusKey={rejection ?? undefined}>
        {HEADINGS[page]}
      </PageHeading>
      {rejection ? (
        <>
          <RejectionNotice rejection={rejection} />
          <GivenAnswers questions={questions} setup={setup} />
        </>
      ) : (
        questions.map((question) => (
          <Question key={question.id} question={question} setup={setup} onAnswer={answer} />
        ))
      )}
      {replacesPlan && hasSchedule && (
        <Notice>
          <p>
            Next works your schedule out again from your answers. The new one starts today and replaces the
            old one.
          </p>
        </Notice>
      )}
      <Status text={work === 'busy' ? 'Working out your schedule…' : ''} />
      {work === 'failed' && (
        <Notice announced>
          <p>
            Your schedule could not be worked out just now. Your answers are kept. Press Next to try again.
          </p>
        </Notice>
      )}
      <WizardActions page={page}>
        <Button
          busy={work === 'busy'}
          inactiveReason={
            isComplete || rejection ? undefined : 'Answer every question on this page to go on.'
          }
          onClick={() => void next()}
        >
          Next
        </Button>
      </WizardActions>
    </div>
  );
}

interface QuestionProps {
  question: SetupQuestion;
  setup: Setup;
  onAnswer: (questionId: number, optionId: number) => void;
}

function Question({ question, setup, onAnswer }: QuestionProps) {
  const { medicine } = trialWords(useHost().site);
  const options = offeredOptions(question, setup);
  return (
    <RadioChoices
      name={`question-${question.id}`}
      legend={<Markup inline html={question.text} />}
      options={options}
      value={chosenOption(question, setup)?.id ?? null}
      onChange={(optionId) => onAnswer(question.id, optionId)}
      {...(options.length === 0 && { hint: `Choose your ${medicine.name} first. Its doses are shown here.` })}
    />
  );
}

function GivenAnswers({ questions, setup }: { questions: readonly SetupQuestion[]; setup: Setup }) {
  return (
    <dl className="stack">
      {questions.map((question) => (
        <div key={question.id}>
          <dt className="soft">
            <Markup inline html={question.text} />
          </dt>
          <dd className={styles.given}>{chosenOption(question, setup)?.text ?? 'Not answered'}</dd>
        </div>
      ))}
    </dl>
  );
}
