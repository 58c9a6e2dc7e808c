import { saveBaseline } from '@stepwise/shared-contracts/calls/user.calls';
import { useSave } from '@stepwise/shared-contracts/client/use-save';
import { useTyped } from '@stepwise/shared-contracts/client/use-typed';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { ErrorSummary } from '@stepwise/shared-contracts/design-system/error-summary';
import { Form } from '@stepwise/shared-contracts/design-system/form';
import { SelectField } from '@stepwise/shared-contracts/design-system/select-field';
import { type Baseline, baselineOptions } from '@stepwise/shared-contracts/entities/baseline';
import { trialWords } from '@stepwise/shared-contracts/entities/trial-words';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { type SubmitEvent, useState } from 'react';

const FIELDS = ['medicine', 'dose', 'duration'] as const;
type Chosen = Record<(typeof FIELDS)[number], number | null>;
const NONE: Chosen = { medicine: null, dose: null, duration: null };
const UNCHOSEN = 'Choose an answer';
const fieldId = (field: keyof Chosen): string => `baseline-${field}`;

interface BaselineQuestionsProps {
  /** What was saved before. */
  known: Baseline | null;
  onSaved: () => void;
}

/** The questions before randomisation, in the words of the content. */
export function BaselineQuestions({ known, onSaved }: BaselineQuestionsProps) {
  const { outbox, announce, site } = useHost();
  const { medicine } = trialWords(site);
  const { status, track } = useSave(saveBaseline);
  const setupQuestions = useParticipant((state) => state.setupQuestions);
  const medication = useParticipant((state) => state.medication);
  const words = useParticipant((state) => state.baselineWords);
  const [typed, keep] = useTyped<Chosen>('baseline');
  const [chosen, setChosen] = useState<Chosen>(typed ?? known ?? NONE);
  const [problems, setProblems] = useState<{ fieldId: string; message: string }[]>([]);
  if (!words) return null;

  const offered = baselineOptions({ setupQuestions, medication }, chosen.medicine);
  const isAnswered = (field: keyof Chosen) => offered[field].some(({ id }) => id === chosen[field]);
  const choose = (field: keyof Chosen, value: string) => {
    const id = value === '' ? null : Number(value);
    // Each medicine comes in doses of its own.
    const changed = { ...chosen, [field]: id, ...(field === 'medicine' && { dose: null }) };
    setChosen(changed);
    keep(changed);
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const missing = FIELDS.filter((field) => !isAnswered(field));
    setProblems(missing.map((field) => ({ fieldId: fieldId(field), message: `Answer: ${words[field]}` })));
    const { medicine, dose, duration } = chosen;
    if (missing.length > 0 || medicine === null || dose === null || duration === null) return;
    const outcome = await track(outbox.send(saveBaseline, { medicine, dose, duration }));
    if (outcome === 'rejected') return;
    keep(null);
    announce('Your answers are saved.');
    onSaved();
  };
  return (
    <Form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <ErrorSummary
        problems={problems}
        message={status === 'rejected' ? 'Your answers could not be saved. Please try again.' : undefined}
      />
      <p>{words.intro}</p>
      {FIELDS.map((field) => (
        <SelectField
          key={field}
          id={fieldId(field)}
          label={words[field]}
          {...(field === 'dose' && { hint: words.notListed })}
          options={[
            {
              value: '',
              text:
                field === 'dose' && chosen.medicine === null
                  ? `Choose your ${medicine.name} first`
                  : UNCHOSEN,
            },
            ...offered[field].map(({ id, text }) => ({ value: String(id), text })),
          ]}
          value={isAnswered(field) ? String(chosen[field]) : ''}
          onChange={(value) => choose(field, value)}
        />
      ))}
      <Button type="submit" busy={status === 'saving'}>
        Save my answers
      </Button>
    </Form>
  );
}
