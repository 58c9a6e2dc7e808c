import type { AnswerOf } from '../calls/call.ts';
import type { saveDose, saveMedcustom, saveSchedule } from '../calls/plan.calls.ts';
import type { ParticipantState } from '../store/participant-state.ts';
import type { Apply } from './apply.ts';

/**
 * The dated steps come from the server alone: until they arrive the plan has none, so that no dose of another schedule
 * is shown under the new one's name.
 */
const stepsOf = (answer: AnswerOf<typeof saveMedcustom> | undefined): Partial<ParticipantState> =>
  answer
    ? { prescriptions: answer.prescriptions, pastPrescriptions: answer.pastPrescriptions }
    : { prescriptions: [] };

export const applySaveSchedule: Apply<typeof saveSchedule> = ({ user }, { schedule }, { answer }) => ({
  schedule,
  ...stepsOf(answer),
  user: user && {
    ...user,
    startdose: answer?.startdose ?? user.startdose,
    homestep: answer?.homestep ?? user.homestep,
    timesperday: answer?.timesperday ?? user.timesperday,
  },
});

export const applySaveDose: Apply<typeof saveDose> = (state, { prescription }, { answer }) => {
  const { user, prescriptionsDefault } = state;
  const chosen = prescriptionsDefault.find(({ id }) => id === prescription)?.dose;
  return {
    ...stepsOf(answer),
    user: user && { ...user, startdose: answer?.startdose ?? chosen ?? user.startdose },
  };
};

export const applySaveMedcustom: Apply<typeof saveMedcustom> = (_state, _rows, { answer }) => stepsOf(answer);
