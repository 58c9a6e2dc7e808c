import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import styles from './step-card.module.css';
import { type StepCardProps, StepFrame } from './step-frame.tsx';
import { WaysOut } from './ways-out.tsx';

/** Asks for the present dose: where it is only assumed, and once after a long absence. */
export function PresentDose(props: StepCardProps) {
  const { dose, answers, amount } = props;
  const { isUnknown, asked } = dose;
  const [present = 0] = asked.doses;
  const words = isUnknown ? '' : 'Yes, ';
  return (
    <StepFrame
      answers={answers}
      {...(!isUnknown && { eyebrow: 'Good to see you' })}
      title={isUnknown ? 'Which dose are you taking now?' : `Do you still take ${amount(present)}?`}
    >
      <div className={styles.answers}>
        {asked.doses.map((each) => (
          <Button key={each} variant="quiet" onClick={() => answers.answer({ dose: each, step: null })}>
            {words}
            {amount(each)}
          </Button>
        ))}
      </div>
      <WaysOut {...props} />
      <Status text={answers.status} />
    </StepFrame>
  );
}
