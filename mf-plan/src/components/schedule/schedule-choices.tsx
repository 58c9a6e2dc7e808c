import { saveDose, saveSchedule } from '@stepwise/shared-contracts/calls/plan.calls';
import { RadioChoices } from '@stepwise/shared-contracts/design-system/choices';
import { doseText } from '@stepwise/shared-contracts/entities/dose-text';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';

/** The schedules of the plan's medicine. Choosing one saves it and generates its steps from today. */
export function ScheduleChoices() {
  const { announce, outbox } = useHost();
  const schedule = useParticipant((state) => state.schedule);
  const schedules = useParticipant((state) => state.schedules);
  const medication = schedules.find(({ id }) => id === schedule)?.medication;
  const offered = schedules.filter((each) => each.medication === medication);
  if (offered.length < 2) return null;

  const choose = (id: number) => {
    const name = offered.find((each) => each.id === id)?.text;
    announce(`${name}. The steps are worked out again from today.`);
    void outbox.send(saveSchedule, { schedule: id });
  };
  return (
    <RadioChoices
      name="schedule"
      legend="The schedules of your medicine"
      hint="Choose another one if your doctor or nurse thinks it suits you better. Its steps start today."
      options={offered}
      value={schedule}
      onChange={choose}
    />
  );
}

/** For an acting researcher: the step of the chosen schedule that the plan starts from. */
export function StartingDose() {
  const { announce, outbox } = useHost();
  const schedule = useParticipant((state) => state.schedule);
  const schedules = useParticipant((state) => state.schedules);
  const defaults = useParticipant((state) => state.prescriptionsDefault);
  const startdose = useParticipant((state) => state.user?.startdose);
  const steps = defaults.filter(({ scheduleid, dose }) => scheduleid === schedule && dose > 0);

  const choose = (id: number) => {
    announce('The steps are worked out again from today, starting with this dose.');
    void outbox.send(saveDose, { prescription: id });
  };
  return (
    <RadioChoices
      name="starting-dose"
      legend="Starting dose"
      hint="What the participant takes in a whole day now. The plan is worked out again from today."
      options={steps.map(({ id, dose }) => ({ id, text: doseText(dose, schedule, schedules) }))}
      value={steps.find(({ dose }) => dose === startdose)?.id ?? null}
      onChange={choose}
    />
  );
}
