import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { ErrorSummary } from '@stepwise/shared-contracts/design-system/error-summary';
import { Form } from '@stepwise/shared-contracts/design-system/form';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import type { ComponentProps, ReactNode } from 'react';
import type { AccountProblems } from './use-account-form.ts';

interface AccountFormProps extends Pick<ComponentProps<typeof Form>, 'onSubmit'> {
  problems: AccountProblems | null;
  /** What is going on; empty when nothing is. */
  status: string;
  /** The fields. */
  children: ReactNode;
  actions: ReactNode;
}

/** What went wrong stands above the fields. Words that speak of what is marked above stay below (specification, section 5). */
export function AccountForm({ problems, status, children, actions, ...form }: AccountFormProps) {
  const hasFields = problems !== null && problems.fields.length > 0;
  return (
    <Form {...form} noValidate>
      {problems && (
        <ErrorSummary message={hasFields ? undefined : problems.message} problems={problems.fields} />
      )}
      {children}
      {hasFields && <p className="field-error">{problems.message}</p>}
      <Status text={status} />
      <ActionBar>{actions}</ActionBar>
    </Form>
  );
}
