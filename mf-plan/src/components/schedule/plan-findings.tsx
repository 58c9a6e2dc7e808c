import { planFindings } from '@stepwise/shared-contracts/calls/plan.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import type { TaperFinding } from '@stepwise/shared-contracts/entities/plan';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { useEffect, useState } from 'react';
import type { Plan } from '../../schedule/use-plan.ts';
import { FindingsNotice } from './findings-notice.tsx';

/** For an acting researcher: what the taper linter finds in the plan. It warns and never blocks. */
export function PlanFindings({ steps }: Pick<Plan, 'steps'>) {
  const { client } = useHost();
  const [findings, setFindings] = useState<readonly TaperFinding[] | 'unread'>([]);

  // `steps` is no part of the call: another plan has other findings.
  useEffect(() => {
    setFindings([]);
    if (steps.length === 0) return;
    const stop = new AbortController();
    client
      .send(planFindings, undefined, { signal: stop.signal })
      .then(({ body }) => body.findings)
      .catch((error: unknown) => {
        if (error instanceof CallError) return 'unread' as const;
        throw error;
      })
      .then((found) => {
        if (!stop.signal.aborted) setFindings(found);
      });
    return () => stop.abort();
  }, [client, steps]);

  if (findings === 'unread') {
    return (
      <Notice tone="warning">
        <p>This schedule could not be checked just now. Open the page again to check it.</p>
      </Notice>
    );
  }
  return <FindingsNotice findings={findings} />;
}
