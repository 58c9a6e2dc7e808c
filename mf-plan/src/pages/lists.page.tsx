import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { Progress } from '@stepwise/shared-contracts/design-system/progress';
import type { Category } from '@stepwise/shared-contracts/entities/tracker';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { ActivityList, SymptomList } from '../components/lists/tracker-lists.tsx';
import { RejectionNotice } from '../components/rejection-notice.tsx';
import { WizardActions } from '../components/wizard-actions.tsx';
import { LIST_LABELS } from '../lists/list-names.ts';
import { useMayEditLists } from '../schedule/use-plan.ts';

const FIRST_PAGE = 7;
const PAGES = 4;

function TrackerProgress({ page }: { page: number }) {
  const value = page - FIRST_PAGE + 1;
  return <Progress label={`Your tracker, ${value} of ${PAGES}`} value={value} max={PAGES} />;
}

/** Page 7: the activities a daily check-up offers. */
export function ActivitiesPage() {
  const { setTitle } = useHost();
  const mayEdit = useMayEditLists();
  return (
    <div className="page column">
      <TrackerProgress page={7} />
      <PageHeading onTitle={setTitle}>Activities that do you good</PageHeading>
      {mayEdit ? (
        <p>
          In your daily check-up you can tick the ones you did. Add your own, and remove those that are not
          for you.
        </p>
      ) : (
        <RejectionNotice rejection="withdrawn" />
      )}
      <ActivityList isEditing={mayEdit} />
      <WizardActions page={7} />
    </div>
  );
}

const SYMPTOM_PAGES: Readonly<Record<8 | 9 | 10, Category>> = { 8: 'sleep', 9: 'mood', 10: 'active' };

/** Pages 8 to 10: the symptoms of a category, each of which can be flagged as a warning sign. */
export function SymptomsPage({ page }: { page: 8 | 9 | 10 }) {
  const { setTitle } = useHost();
  const mayEdit = useMayEditLists();
  const category = SYMPTOM_PAGES[page];
  return (
    <div className="page column">
      <TrackerProgress page={page} />
      <PageHeading onTitle={setTitle}>{LIST_LABELS[category]}</PageHeading>
      {mayEdit ? (
        <>
          <p>
            In your daily check-up you can tick the ones you notice. Add your own, and remove those that are
            not for you.
          </p>
          <Notice tone="warning">
            <p>
              A red flag marks a particular warning sign: if you notice it, talk to someone soon. Press a flag
              to turn it on or off.
            </p>
          </Notice>
        </>
      ) : (
        <RejectionNotice rejection="withdrawn" />
      )}
      <SymptomList category={category} isEditing={mayEdit} />
      <WizardActions page={page} />
    </div>
  );
}
