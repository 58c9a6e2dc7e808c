import { Button } from '@stepwise/shared-contracts/design-system/button';
import { type Baseline, baselineOptions } from '@stepwise/shared-contracts/entities/baseline';
import { trialWords } from '@stepwise/shared-contracts/entities/trial-words';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useState } from 'react';
import { BaselineQuestions } from '../components/baseline-questions.tsx';

/** On the questionnaire step of Home: the questions about the medicine, or what was answered, until randomisation. */
export function BaselineSlot() {
  const baseline = useParticipant((state) => state.baseline);
  // A save shows at once: the form stays until the server has answered.
  const [isEditing, setEditing] = useState(baseline === null);
  // An earlier server asks nothing.
  if (baseline === undefined) return null;
  if (baseline === null || isEditing)
    return <BaselineQuestions known={baseline} onSaved={() => setEditing(false)} />;
  return <Answered baseline={baseline} onChange={() => setEditing(true)} />;
}

function Answered({ baseline, onChange }: { baseline: Baseline; onChange: () => void }) {
  const { site } = useHost();
  const setupQuestions = useParticipant((state) => state.setupQuestions);
  const medication = useParticipant((state) => state.medication);
  const offered = baselineOptions({ setupQuestions, medication }, baseline.medicine);
  const answers = (['medicine', 'dose', 'duration'] as const).map(
    (field) => offered[field].find(({ id }) => id === baseline[field])?.text,
  );
  return (
    <div>
      <p>
        Your {trialWords(site).medicine.name}: {answers.join(', ')}
      </p>
      <Button variant="link" onClick={onChange}>
        Change these answers
      </Button>
    </div>
  );
}
