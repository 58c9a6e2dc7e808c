import { SelectField } from '@stepwise/shared-contracts/design-system/select-field';
import { STOP_REASONS, type StopReason } from '@stepwise/shared-contracts/entities/stop';

const WORDS: Record<StopReason, string> = {
  'none-given': 'I prefer not to say',
  health: 'My health',
  advice: 'My doctor or nurse advised it',
  effort: 'It takes too much time or effort',
  privacy: 'Privacy',
  other: 'Another reason',
};
const OPTIONS = STOP_REASONS.map((value) => ({ value, text: WORDS[value] }));

/** Why someone stops, which they need not say. */
export function ReasonField({
  value,
  onChange,
}: {
  value: StopReason;
  onChange: (reason: StopReason) => void;
}) {
  return (
    <SelectField
      id="reason"
      label="Why, if you want to say"
      options={OPTIONS}
      value={value}
      onChange={(chosen) => onChange(chosen as StopReason)}
    />
  );
}
