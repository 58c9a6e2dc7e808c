import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { CrisisContacts } from '@stepwise/shared-contracts/design-system/crisis-contacts';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { PrintButton } from '@stepwise/shared-contracts/design-system/print-button';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { AnswerSummary } from '../components/answer-summary.tsx';
import { Eligible } from '../components/eligible.tsx';
import { NotEligible } from '../components/not-eligible.tsx';
import { useScore } from '../survey/use-score.ts';
import { useGo, useSurvey } from '../survey/use-survey.ts';

/** The final page: whether the product suits the person, and what they answered. */
export function ResultPage() {
  const { site, setTitle, focusHelp } = useHost();
  const { questions, answers } = useSurvey();
  const { outcome, tryAgain } = useScore();
  const go = useGo();
  const back = () => go({ at: 'question', index: questions.length - 1 });

  if (outcome.state === 'checking') {
    return (
      <div className="page column" aria-busy="true">
        <PageHeading onTitle={setTitle}>Checking your answers...</PageHeading>
      </div>
    );
  }
  if (outcome.state === 'failed') {
    return (
      <div className="page column">
        <PageHeading key="failed" onTitle={setTitle}>
          Your answers could not be checked
        </PageHeading>
        <p>This can happen when the connection is poor. Your answers are still here.</p>
        <ActionBar>
          <Button variant="quiet" onClick={back}>
            Back
          </Button>
          <Button onClick={tryAgain}>Try again</Button>
        </ActionBar>
      </div>
    );
  }
  const inCrisis = questions.some(({ options }, index) =>
    options.some(({ id, crisis }) => crisis && id === answers[index]),
  );
  return (
    <div className="page column">
      {outcome.score.eligible ? <Eligible /> : <NotEligible />}
      {inCrisis && !focusHelp && <CrisisContacts contacts={[site.emergency, site.counselling]} />}
      <AnswerSummary questions={questions} answers={answers} />
      <ActionBar>
        <Button variant="quiet" onClick={back}>
          Back
        </Button>
        <PrintButton />
      </ActionBar>
    </div>
  );
}
