import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { RadioChoices } from '@stepwise/shared-contracts/design-system/choices';
import { CrisisContacts } from '@stepwise/shared-contracts/design-system/crisis-contacts';
import { Form } from '@stepwise/shared-contracts/design-system/form';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { Progress } from '@stepwise/shared-contracts/design-system/progress';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import type { SubmitEvent } from 'react';
import { routeAfter } from '../survey/survey-route.ts';
import { useGo, useSurvey } from '../survey/use-survey.ts';
import styles from './question.module.css';

interface QuestionPageProps {
  index: number;
  /** Opened from the summary, and back to it afterwards. */
  editing?: boolean;
  /** Scoring found no answer to this question. */
  missing?: boolean;
}

/** Pages 2 and up: one question. The first one also says what the survey is and how long it takes. */
export function QuestionPage({ index, editing = false, missing = false }: QuestionPageProps) {
  const { site, setTitle, focusHelp } = useHost();
  const { questions, answers, answer } = useSurvey();
  const go = useGo();
  const question = questions[index];
  if (!question) return null;

  const isFirst = index === 0;
  const chosen = question.options.find(({ id }) => id === answers[index]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const isLifeEvent = isFirst && chosen === question.options[1];
    go(routeAfter({ index, editing }, { questionCount: questions.length, isLifeEvent }));
  };
  return (
    <Form className="page column" onSubmit={submit}>
      {isFirst ? (
        <div className="stack">
          <PageHeading onTitle={setTitle}>Is the product for you?</PageHeading>
          <p className="soft">
            {questions.length} questions, up to about 10 minutes. Your answers are scored and not kept.
          </p>
        </div>
      ) : (
        <Progress
          label={`Question ${index + 1} of ${questions.length}`}
          value={index + 1}
          max={questions.length}
        />
      )}
      <RadioChoices
        name={`question-${question.id}`}
        legend={question.text}
        {...(!isFirst && {
          heading: { title: `Question ${index + 1} of ${questions.length}`, onTitle: setTitle },
        })}
        error={missing && !chosen ? 'This question has no answer yet.' : undefined}
        hint={
          question.list && (
            <ul className={styles.list}>
              {question.list.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )
        }
        options={question.options}
        value={chosen?.id ?? null}
        onChange={(optionId) => answer(question, optionId)}
      />
      {/* An earlier shell shows no numbers at the top of the window. */}
      {chosen?.crisis && !focusHelp && (
        <CrisisContacts announced contacts={[site.emergency, site.counselling]} />
      )}
      <ActionBar>
        {!editing && (
          <Button
            variant="quiet"
            onClick={() => go(isFirst ? { at: 'next-steps' } : { at: 'question', index: index - 1 })}
          >
            Back
          </Button>
        )}
        <Button type="submit" inactiveReason={chosen ? undefined : 'Choose an answer to go on.'}>
          {editing ? 'Return to the summary' : 'Next'}
        </Button>
      </ActionBar>
    </Form>
  );
}
