import { Button } from '@stepwise/shared-contracts/design-system/button';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { Progress } from '@stepwise/shared-contracts/design-system/progress';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import {
  findPersonProblems,
  PEOPLE,
  type Person,
  type PersonKind,
  trimPerson,
} from '@stepwise/shared-contracts/people/person';
import { PersonFields, personFieldId } from '@stepwise/shared-contracts/people/person-fields';
import { SAVING_TEXT, usePerson } from '@stepwise/shared-contracts/people/use-person';
import { useNavigate } from '@stepwise/shared-contracts/router';
import { type SubmitEvent, useState } from 'react';
import { WizardActions } from '../components/wizard-actions.tsx';
import { hrefOf } from '../places.ts';

const KINDS: readonly PersonKind[] = ['doctor', 'support'];

type Problems = Record<PersonKind, ReturnType<typeof findPersonProblems>>;

/** Page 1: the doctor or nurse and the support person. Next saves both, then goes on. */
export function DetailsPage() {
  const { setTitle } = useHost();
  const navigate = useNavigate();
  const people = { doctor: usePerson('doctor'), support: usePerson('support') };
  const [drafts, setDrafts] = useState<Record<PersonKind, Person>>({
    doctor: people.doctor.person,
    support: people.support.person,
  });
  const [problems, setProblems] = useState<Problems>({ doctor: {}, support: {} });
  const isSaving = KINDS.some((kind) => people[kind].saving === 'saving');
  const status = KINDS.map((kind) => people[kind].saving).find(
    (saving) => saving !== 'idle' && saving !== 'saved',
  );

  const next = async (event: SubmitEvent) => {
    event.preventDefault();
    const found = {
      doctor: findPersonProblems('doctor', drafts.doctor),
      support: findPersonProblems('support', drafts.support),
    };
    setProblems(found);
    for (const kind of KINDS) {
      const field = PEOPLE[kind].fields.find((name) => found[kind][name]);
      if (field) return document.getElementById(personFieldId(kind, field))?.focus();
    }
    const outcomes = await Promise.all(KINDS.map((kind) => people[kind].save(trimPerson(drafts[kind]))));
    if (!outcomes.includes('refused')) navigate(hrefOf(2));
  };

  return (
    <div className="page">
      <Progress label="Page 1 of 5 - Do these pages with your Doctor or Nurse" value={1} max={5} />
      <PageHeading onTitle={setTitle}>Let's check your details are correct and up to date</PageHeading>
      <form noValidate onSubmit={(event) => void next(event)}>
        {KINDS.map((kind) => (
          <PersonFields
            key={kind}
            kind={kind}
            person={drafts[kind]}
            problems={problems[kind]}
            onChange={(person) => setDrafts({ ...drafts, [kind]: person })}
          />
        ))}
        <Status text={SAVING_TEXT[status ?? 'idle']} />
        <WizardActions page={1}>
          <Button type="submit" busy={isSaving}>
            Next
          </Button>
        </WizardActions>
      </form>
    </div>
  );
}
