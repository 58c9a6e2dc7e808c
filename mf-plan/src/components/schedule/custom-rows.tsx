import type { AnswerOf } from '@stepwise/shared-contracts/calls/call';
import { previewMedcustom, saveMedcustom } from '@stepwise/shared-contracts/calls/plan.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import { useTyped } from '@stepwise/shared-contracts/client/use-typed';
import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { ErrorSummary, type FieldProblem } from '@stepwise/shared-contracts/design-system/error-summary';
import { Form } from '@stepwise/shared-contracts/design-system/form';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import { TextField } from '@stepwise/shared-contracts/design-system/text-field';
import { doseText, doseUnit } from '@stepwise/shared-contracts/entities/dose-text';
import type { CustomDate } from '@stepwise/shared-contracts/entities/plan';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { planSteps } from '@stepwise/shared-contracts/plan/plan-steps';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { Plan } from '../../schedule/use-plan.ts';
import { CUSTOM_REASON, CustomPreview } from './custom-preview.tsx';
import styles from './custom-rows.module.css';

type Row = CustomDate & { key: number };
type Problem = FieldProblem & { row: number; text: string };

const FIELD_NAMES = ['date', 'dose', 'note'] as const;
type Field = (typeof FIELD_NAMES)[number];

const fieldId = (row: number, field: Field): string => `row-${row}-${field}`;
const NO_PROBLEMS: readonly Problem[] = [];

/** The server's faults with the row and field they belong to: a path is `['customDates', row, field]`. */
function problemsOf({ issues }: CallError): Problem[] {
  return issues.map(({ path: [, row, field], message }) => {
    const at = Number(row ?? 0);
    const name = FIELD_NAMES.find((each) => each === field) ?? 'date';
    return { row: at, text: message, fieldId: fieldId(at, name), message: `Row ${at + 1}: ${message}` };
  });
}

/**
 * For an acting researcher: the plan's steps as rows of free text. Nothing is checked here; the server says what is
 * wrong with which row. Once all are right it shows the plan that they make, and saves it from there.
 */
export function CustomRows({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const { client, outbox, announce } = useHost();
  const [typed, keep] = useTyped<readonly Row[]>('custom rows');
  const [, keepReason] = useTyped(CUSTOM_REASON);
  const [rows, setRows] = useState<readonly Row[]>(
    () =>
      typed ??
      planSteps(plan.steps, plan.reports, plan.today)
        .filter(({ status }) => status !== 'passed')
        .map(({ id, date, dose, note }) => ({
          key: id,
          date: formatDate(date),
          dose: doseText(dose, plan.schedule, plan.schedules),
          note,
        })),
  );
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const [failure, setFailure] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const [preview, setPreview] = useState<AnswerOf<typeof previewMedcustom>>();
  const addButton = useRef<HTMLButtonElement>(null);
  const rowToEnter = useRef<number>(null);

  // The keyboard goes on in a row that was added, and in the one that comes into the place of one taken away.
  useEffect(() => {
    if (rowToEnter.current === null) return;
    const row = Math.min(rowToEnter.current, rows.length - 1);
    rowToEnter.current = null;
    (document.getElementById(fieldId(row, 'date')) ?? addButton.current)?.focus();
  }, [rows, preview]);

  const changeRows = (next: readonly Row[]) => {
    // The faults name rows by their place, which has changed.
    if (next.length !== rows.length) setProblems(NO_PROBLEMS);
    setRows(next);
    keep(next);
  };
  const close = () => {
    keep(null);
    keepReason(null);
    onClose();
  };
  const write = (at: number, field: Field, value: string) =>
    changeRows(rows.map((row, index) => (index === at ? { ...row, [field]: value } : row)));
  const addRow = () => {
    rowToEnter.current = rows.length;
    changeRows([
      ...rows,
      { key: Math.max(0, ...rows.map(({ key }) => key)) + 1, date: '', dose: '', note: '' },
    ]);
  };
  const takeAway = (at: number) => {
    rowToEnter.current = at;
    changeRows(rows.filter((_, index) => index !== at));
    announce(`Row ${at + 1} taken away.`);
  };

  const customDates = rows.map(({ date, dose, note }) => ({ date, dose, note }));

  const show = async (event: SubmitEvent) => {
    event.preventDefault();
    setAsking(true);
    setFailure(undefined);
    setProblems(NO_PROBLEMS);
    try {
      const { body } = await client.send(previewMedcustom, { customDates });
      setPreview(body);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblems(problemsOf(error));
      setFailure(error.message);
    }
    setAsking(false);
  };

  const save = async (reason: string) => {
    try {
      await outbox.send(saveMedcustom, { customDates, ...(reason && { reason }) });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      return error.message;
    }
    announce('The schedule is saved.');
    close();
    return null;
  };

  const edit = () => {
    rowToEnter.current = 0;
    setPreview(undefined);
  };

  const labels: Record<Field, string> = {
    date: 'Date',
    dose: `Dose in ${doseUnit(plan.schedule, plan.schedules)} a day`,
    note: 'Note',
  };
  if (preview) return <CustomPreview plan={plan} preview={preview} onSave={save} onBack={edit} />;

  return (
    <Form className="stack" noValidate onSubmit={(event) => void show(event)}>
      <p className="soft">
        Write one row for each step, in order. A step lasts until the next one’s date. Dates are
        day/month/year.
      </p>
      <ErrorSummary message={failure} problems={problems} />
      {rows.map((row, index) => (
        <fieldset key={row.key} className={styles.row}>
          <legend>Row {index + 1}</legend>
          {FIELD_NAMES.map((field) => (
            <TextField
              key={field}
              id={fieldId(index, field)}
              label={labels[field]}
              value={row[field]}
              error={problems.find((problem) => problem.fieldId === fieldId(index, field))?.text}
              onChange={(value) => write(index, field, value)}
            />
          ))}
          <Button variant="link" icon="minus" onClick={() => takeAway(index)}>
            Take row {index + 1} away
          </Button>
        </fieldset>
      ))}
      <Button variant="quiet" icon="plus" ref={addButton} onClick={addRow}>
        Add a row
      </Button>
      <div className="row">
        <Button variant="quiet" onClick={close}>
          Cancel
        </Button>
        <Button
          type="submit"
          busy={isAsking}
          inactiveReason={rows.length === 0 ? 'A schedule needs at least one row.' : undefined}
        >
          {isAsking ? 'Working it out…' : 'See the timeline'}
        </Button>
      </div>
      <Status text={isAsking ? 'Working it out…' : ''} />
    </Form>
  );
}
