import { browserTimeZone, formatDate, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { LinkButton } from '@stepwise/shared-contracts/design-system/link-button';
import type { SurveyQuestion } from '@stepwise/shared-contracts/entities/survey';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { targetOf } from '../survey/survey-route.ts';
import styles from './answer-summary.module.css';

interface AnswerSummaryProps {
  questions: readonly SurveyQuestion[];
  answers: readonly (number | null)[];
}

/** Every question with its answer and a way to change it; the part of the page that is worth printing. */
export function AnswerSummary({ questions, answers }: AnswerSummaryProps) {
  const { site, now } = useHost();
  return (
    <section className="stack" aria-labelledby="survey-summary">
      <h2 id="survey-summary">Your answers</h2>
      <p className="soft screen-only">
        Your answers are not saved in the system. Print this page if you want to keep them or show them to
        your doctor.
      </p>
      <p className="print-only">
        {site.productName}, eligibility survey, {formatDate(localDate(now(), browserTimeZone()))}. These
        answers are not saved in the system.
      </p>
      <dl className={styles.list}>
        {questions.map((question, index) => (
          <div key={question.id} className={styles.item}>
            <dt>{question.text}</dt>
            <dd className={styles.answer}>
              {question.options.find(({ id }) => id === answers[index])?.text ?? 'No answer'}
            </dd>
            <dd>
              <LinkButton variant="link" {...targetOf({ at: 'question', index, editing: true })}>
                Edit<span className="visually-hidden"> the answer to: {question.text}</span>
              </LinkButton>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
