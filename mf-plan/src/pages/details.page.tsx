import { SAVE_TEXT, useSave } from '@stepwise/shared-contracts/client/use-save';
import { useTyped } from '@stepwise/shared-contracts/client/use-typed';
import { CONTACTS, type ContactDetails, type ContactKind } from '@stepwise/shared-contracts/contacts/contact';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Form } from '@stepwise/shared-contracts/design-system/form';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { Progress } from '@stepwise/shared-contracts/design-system/progress';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import {
  DetailsFields,
  findProblems,
  focusProblem,
  type Problems,
  trimDetails,
} from '@stepwise/shared-contracts/details/details-form';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useNavigate } from '@stepwise/shared-contracts/router';
import { type SubmitEvent, useState } from 'react';
import { WizardActions } from '../components/wizard-actions.tsx';
import { hrefOf } from '../wizard-route.ts';

const KINDS: readonly ContactKind[] = ['doctor', 'support'];

/** Page 1: the doctor or nurse and the support person. Next saves both, then goes on. */
export function DetailsPage() {
  const { outbox, setTitle } = useHost();
  const navigate = useNavigate();
  const doctor = useParticipant((state) => state.doctor);
  const support = useParticipant((state) => state.support);
  const saves = { doctor: useSave(CONTACTS.doctor.call), support: useSave(CONTACTS.support.call) };
  const [typed, keep] = useTyped<Record<ContactKind, ContactDetails>>('plan details');
  const [drafts, setDrafts] = useState<Record<ContactKind, ContactDetails>>(typed ?? { doctor, support });
  const change = (changed: Partial<typeof drafts>) => {
    setDrafts({ ...drafts, ...changed });
    keep({ ...drafts, ...changed });
  };
  const [problems, setProblems] = useState<Record<ContactKind, Problems<ContactDetails>>>({
    doctor: {},
    support: {},
  });
  const statuses = KINDS.map((kind) => saves[kind].status);
  const shown = statuses.find((status) => status !== 'idle' && status !== 'saved') ?? 'idle';

  const next = async (event: SubmitEvent) => {
    event.preventDefault();
    const trimmed = {
      doctor: trimDetails<ContactDetails>(CONTACTS.doctor, drafts.doctor),
      support: trimDetails<ContactDetails>(CONTACTS.support, drafts.support),
    };
    const found = {
      doctor: findProblems<ContactDetails>(CONTACTS.doctor, trimmed.doctor),
      support: findProblems<ContactDetails>(CONTACTS.support, trimmed.support),
    };
    setProblems(found);
    if (KINDS.some((kind) => focusProblem<ContactDetails>(CONTACTS[kind], found[kind]))) return;
    keep(null);
    const outcomes = await Promise.all(
      KINDS.map((kind) => {
        const { call } = CONTACTS[kind];
        return saves[kind].track(outbox.send<typeof call>(call, trimmed[kind]));
      }),
    );
    if (!outcomes.includes('rejected')) navigate(hrefOf(2));
  };

  return (
    <div className="page column">
      <Progress label="Page 1 of 5 - Do these pages with your Doctor or Nurse" value={1} max={5} />
      <PageHeading onTitle={setTitle}>Let's check your details are correct and up to date</PageHeading>
      <Form noValidate onSubmit={(event) => void next(event)}>
        {KINDS.map((kind) => (
          <DetailsFields<ContactDetails>
            key={kind}
            details={CONTACTS[kind]}
            draft={drafts[kind]}
            problems={problems[kind]}
            onChange={(contact) => change({ [kind]: contact })}
          />
        ))}
        <Status text={SAVE_TEXT[shown]} />
        <WizardActions page={1}>
          <Button type="submit" busy={statuses.includes('saving')}>
            Next
          </Button>
        </WizardActions>
      </Form>
    </div>
  );
}
