import { Button } from '@stepwise/shared-contracts/design-system/button';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { type ConsentStep, stepPath } from '../consent-steps.ts';
import styles from './step-options.module.css';

export interface StepOption {
  step: ConsentStep;
  text: string;
  meaning: string;
}

/** Choices that each lead to a step of the consent page, with what each means. */
export function StepOptions({ options }: { options: readonly StepOption[] }) {
  const { navigate } = useHost();
  return (
    <ul className={styles.options}>
      {options.map(({ step, text, meaning }) => (
        <li key={step}>
          <Button
            variant="quiet"
            aria-describedby={`${step}-meaning`}
            onClick={() => navigate(stepPath(step))}
          >
            {text}
          </Button>
          <p className="small soft" id={`${step}-meaning`}>
            {meaning}
          </p>
        </li>
      ))}
    </ul>
  );
}
