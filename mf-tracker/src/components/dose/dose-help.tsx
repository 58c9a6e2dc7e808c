import { askAboutDose } from '@stepwise/shared-contracts/calls/plan.calls';
import { useSave } from '@stepwise/shared-contracts/client/use-save';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { type ReactNode, useEffect, useRef } from 'react';
import { CareCalls } from './care-calls.tsx';

interface DoseHelpProps {
  reason: 'too-hard' | 'talk';
  title: string;
  /** What the person may do meanwhile. */
  text?: string | undefined;
  children?: ReactNode;
}

const STATUS_TEXT = {
  idle: '',
  saving: 'Telling the research team…',
  kept: 'The research team will see that you asked once this can be sent.',
  saved: 'The research team can see that you asked.',
  rejected: 'This could not be sent. Please call.',
};

/** Whom to call, first; the research team sees that the person asked. The dose stays as it was reported. */
export function DoseHelp({ reason, title, text, children }: DoseHelpProps) {
  const { outbox } = useHost();
  const { status, track } = useSave(askAboutDose);
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void track(outbox.send(askAboutDose, { reason }));
  });
  return (
    <Notice title={title} announced>
      <CareCalls />
      {text && <p>{text}</p>}
      {children}
      <Status text={STATUS_TEXT[status]} />
    </Notice>
  );
}
