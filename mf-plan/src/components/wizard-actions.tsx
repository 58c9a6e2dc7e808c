import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { LinkButton } from '@stepwise/shared-contracts/design-system/link-button';
import type { ReactNode } from 'react';
import { hrefOf } from '../wizard-route.ts';

/** Back, shown from page 2 up, and the page's own Next; a plain link to the next page when it gives none. */
export function WizardActions({ page, children }: { page: number; children?: ReactNode }) {
  return (
    <ActionBar>
      {page >= 2 && (
        <LinkButton variant="quiet" to={hrefOf(page - 1)}>
          Back
        </LinkButton>
      )}
      {children ?? <LinkButton to={hrefOf(page + 1)}>Next</LinkButton>}
    </ActionBar>
  );
}
