import type { AnswerOf } from '@stepwise/shared-contracts/calls/call';
import type { previewMedcustom } from '@stepwise/shared-contracts/calls/plan.calls';
import { useTyped } from '@stepwise/shared-contracts/client/use-typed';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { ErrorSummary, type FieldProblem } from '@stepwise/shared-contracts/design-system/error-summary';
import { Form } from '@stepwise/shared-contracts/design-system/form';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import { TextField } from '@stepwise/shared-contracts/design-system/text-field';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { Plan } from '../../schedule/use-plan.ts';
import { FindingsNotice } from './findings-notice.tsx';
import { PlanView } from './plan-view.tsx';

const REASON = 'custom-reason';
const SAVE = 'custom-save';
const MAX_REASON_LENGTH = 500;
/** The name under which it is kept while it is typed. */
export const CUSTOM_REASON = 'custom reason';
const NO_PROBLEMS: readonly FieldProblem[] = [];

interface CustomPreviewProps {
  plan: Plan;
  preview: AnswerOf<typeof previewMedcustom>;
  /** Saves with the reason; gives what the server says against it, or null. */
  onSave: (reason: string) => Promise<string | null>;
  onBack: () => void;
}

/** The plan as the typed rows would make it, before it is saved, with the reason where it needs one. */
export function CustomPreview({ plan, preview, onSave, onBack }: CustomPreviewProps) {
  const { prescriptions, doseReports, findings, reasonNeededFor } = preview;
  const [typed, keep] = useTyped<string>(CUSTOM_REASON);
  const [reason, setReason] = useState(typed ?? '');
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const [isSaving, setSaving] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const needsReason = reasonNeededFor.length > 0;
  const isNeeded = (row: number, code: string) =>
    reasonNeededFor.some((each) => each.row === row && each.code === code);
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const reject = (message: string) => setProblems([{ fieldId: needsReason ? REASON : SAVE, message }]);
    if (needsReason && reason.trim() === '') return reject('Give a reason, so that others can follow it.');
    setSaving(true);
    setProblems(NO_PROBLEMS);
    const message = await onSave(reason.trim());
    setSaving(false);
    if (message) reject(message);
  };

  return (
    <Form className="stack" noValidate onSubmit={(event) => void save(event)}>
      <h3 ref={heading} tabIndex={-1}>
        The timeline as it would be
      </h3>
      <p>Nothing is saved yet.</p>
      <ErrorSummary problems={problems} />
      <FindingsNotice
        findings={[...reasonNeededFor, ...findings.filter(({ row, code }) => !isNeeded(row, code))]}
      />
      <PlanView plan={{ ...plan, steps: prescriptions, reports: doseReports }} />
      {needsReason && (
        <TextField
          id={REASON}
          label="Reason"
          hint="The dose goes up, or the plan begins more than 28 days from today. The audit log keeps your reason."
          value={reason}
          maxLength={MAX_REASON_LENGTH}
          error={problems[0]?.message}
          onChange={(next) => {
            setReason(next);
            keep(next || null);
          }}
        />
      )}
      <div className="row">
        <Button variant="quiet" onClick={onBack}>
          Go on editing
        </Button>
        <Button type="submit" id={SAVE} busy={isSaving}>
          {isSaving ? 'Saving…' : 'Save'}
        </Button>
      </div>
      <Status text={isSaving ? 'Saving…' : ''} />
    </Form>
  );
}
