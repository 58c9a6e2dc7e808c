import type { ContactKind } from '@stepwise/shared-contracts/contacts/contact';
import { EditableContact } from '@stepwise/shared-contracts/contacts/editable-contact';
import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Card } from '@stepwise/shared-contracts/design-system/card';
import { LinkButton } from '@stepwise/shared-contracts/design-system/link-button';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { SectionHeading } from '@stepwise/shared-contracts/design-system/section-heading';
import { UserDetails } from '@stepwise/shared-contracts/details/user-details';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { ActivityList, SymptomList } from '../components/lists/tracker-lists.tsx';
import { PrintActions } from '../components/print-actions.tsx';
import { RejectionNotice } from '../components/rejection-notice.tsx';
import { PlanSection } from '../components/schedule/plan-section.tsx';
import { LIST_LABELS, LIST_NAMES, type ListName } from '../lists/list-names.ts';
import { useMayEditLists } from '../schedule/use-plan.ts';
import { hrefOf } from '../wizard-route.ts';
import styles from './summary.module.css';

interface SummaryPageProps {
  /** The lists that are being edited. */
  openLists: ReadonlySet<ListName>;
  onOpenLists: (lists: ReadonlySet<ListName>) => void;
}

/** The final summary: everything the plan holds, each part with its edit button. */
export function SummaryPage({ openLists, onOpenLists }: SummaryPageProps) {
  const { setTitle } = useHost();
  const mayEdit = useMayEditLists();
  const toggle = (name: ListName) => {
    const next = new Set(openLists);
    if (!next.delete(name)) next.add(name);
    onOpenLists(next);
  };
  return (
    <div className="page">
      <PageHeading onTitle={setTitle}>Your well-being plan</PageHeading>
      {!mayEdit && <RejectionNotice rejection="withdrawn" />}
      <PrintActions />
      <PlanSection />
      <div className={styles.sections}>
        <Card className="stack" aria-labelledby="user-heading">
          <UserDetails>
            {(edit) => (
              <SectionHeading id="user-heading" text="Your details">
                {edit}
              </SectionHeading>
            )}
          </UserDetails>
        </Card>
        <Helper kind="doctor" />
        <Helper kind="support" />
        {LIST_NAMES.map((name) => {
          const isEditing = mayEdit && openLists.has(name);
          return (
            <Card key={name} className="stack" aria-labelledby={`${name}-heading`}>
              <SectionHeading id={`${name}-heading`} text={LIST_LABELS[name]}>
                {mayEdit && (
                  <Button
                    variant="link"
                    icon={isEditing ? 'tick' : 'pencil'}
                    aria-expanded={isEditing}
                    onClick={() => toggle(name)}
                  >
                    {isEditing ? 'Done' : 'Edit'}
                    <span className="visually-hidden"> {LIST_LABELS[name]}</span>
                  </Button>
                )}
              </SectionHeading>
              {name === 'activities' ? (
                <ActivityList isEditing={isEditing} />
              ) : (
                <SymptomList category={name} isEditing={isEditing} />
              )}
            </Card>
          );
        })}
      </div>
      <ActionBar>
        {/* Going back turns on editing for all lists (specification, section 2). */}
        <LinkButton variant="quiet" to={hrefOf(0)} onClick={() => onOpenLists(new Set(LIST_NAMES))}>
          Back
        </LinkButton>
      </ActionBar>
    </div>
  );
}

function Helper({ kind }: { kind: ContactKind }) {
  const heading = kind === 'doctor' ? 'Your doctor or nurse' : 'Your support person';
  return (
    <Card className="stack" aria-label={heading}>
      <EditableContact kind={kind}>
        {({ name, phone, email }, edit) => (
          <>
            <SectionHeading id={`${kind}-heading`} text={heading}>
              {edit}
            </SectionHeading>
            <p>{[name, phone, email].filter(Boolean).join(', ') || 'Not given yet'}</p>
          </>
        )}
      </EditableContact>
    </Card>
  );
}
