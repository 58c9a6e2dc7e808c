import { AnnouncedStep } from './announced-step.tsx';
import { AskHowLong } from './ask-how-long.tsx';
import { DueStep } from './due-step.tsx';
import { PresentDose } from './present-dose.tsx';
import type { StepCardProps } from './step-frame.tsx';

/**
 * The conversation about a step: announced a week before, asked on its day, and how long to stay. It also asks which dose
 * is taken where that is not known, and once after a long absence. Taking and staying have the same weight.
 */
export function StepCard(props: StepCardProps) {
  const { stage, dose, answers } = props;
  const { asked, isAnswered, isUnknown } = dose;
  if (isUnknown) return <PresentDose {...props} />;
  if (asked.next && (!isAnswered || answers.isChanging)) return <DueStep {...props} next={asked.next} />;
  if (asked.next && stage.stage === 'step-due') return <AskHowLong {...props} />;
  if (stage.over.isBack && !isAnswered) return <PresentDose {...props} />;
  return stage.stage === 'step-announced' && stage.next ? (
    <AnnouncedStep {...props} next={stage.next} />
  ) : null;
}
