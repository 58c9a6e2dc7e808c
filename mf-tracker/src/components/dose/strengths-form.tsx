import { Button } from '@stepwise/shared-contracts/design-system/button';
import { CheckboxChoices, type Choice } from '@stepwise/shared-contracts/design-system/choices';
import { Form } from '@stepwise/shared-contracts/design-system/form';
import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';

interface StrengthsFormProps {
  forms: readonly Choice[];
  /** Those that the person said before (ids). */
  known: readonly number[];
  onSave: (strengths: number[]) => void;
  onCancel: () => void;
}

/** Which tablets, capsules or liquids the person has at home; none is an answer too. */
export function StrengthsForm({ forms, known, onSave, onCancel }: StrengthsFormProps) {
  const texts = useParticipant((state) => state.doseCard);
  const [ticked, setTicked] = useState<readonly number[]>(known);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSave([...ticked]);
  };
  return (
    <Form ref={form} className="stack" onSubmit={submit}>
      <CheckboxChoices
        legend={texts?.strengths ?? 'Which of these do you have at home?'}
        hint={texts?.strengthsHint}
        options={forms}
        values={ticked}
        onToggle={(id, isTicked) =>
          setTicked((before) => (isTicked ? [...before, id] : before.filter((each) => each !== id)))
        }
      />
      <div className="row">
        <Button variant="quiet" type="submit">
          Save
        </Button>
        <Button variant="link" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
