import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { useGo } from '../survey/use-survey.ts';

/** After a Yes to the life-event question: a warning and the choice to go on or to come back later. */
export function LifeEventPage({ editing }: { editing: boolean }) {
  const { setTitle } = useHost();
  const go = useGo();
  return (
    <div className="page column">
      <PageHeading onTitle={setTitle}>You answered: Yes</PageHeading>
      <p>This answer suggests that now might not be the best time for you to try the program.</p>
      <p className="soft">
        It is up to you. You can answer the other questions and see the result, or come back when life is
        calmer.
      </p>
      <ActionBar>
        <Button variant="quiet" onClick={() => go({ at: 'come-back-later' })}>
          Come back later
        </Button>
        <Button onClick={() => go(editing ? { at: 'result' } : { at: 'question', index: 1 })}>
          Continue the survey
        </Button>
      </ActionBar>
    </div>
  );
}
