import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useLocation, useNavigate, useSearchParams } from '@stepwise/shared-contracts/router';
import { startTransition, useMemo, useState } from 'react';
import { type Today, yesterdayOf } from '../../day/today.ts';
import { type Answers, NO_ANSWERS, STEPS, type Step, type TrackerLists } from './check-up-flow.ts';

const STEP_PARAMETER = 'check-up';

const isStep = (text: string | null): text is Step => STEPS.some((step) => step === text);

/** A check-up that was begun. */
interface Draft {
  /** The person's own day that it is of, fixed when it was begun. */
  day: string;
  answers: Answers;
}

/**
 * The check-up under way. Its step is in the address, so that the browser's Back goes a page back; its answers are in
 * memory alone and stay until it is added or redone. `step` is null while none is under way. `onAdded` takes the day.
 */
export function useCheckUp(today: Today, onAdded: (day: string) => void) {
  const host = useHost();
  const navigate = useNavigate();
  const location = useLocation();
  const [search] = useSearchParams();
  const [draft, setDraft] = useState<Draft>({ day: today.local, answers: NO_ANSWERS });
  const lists = useLists();
  const parameter = search.get(STEP_PARAMETER);
  const begun = canBeRecorded(draft.day, today) ? draft : { day: today.local, answers: NO_ANSWERS };
  const { day, answers } = begun;

  const goTo = (step: Step) => navigate(`/?${STEP_PARAMETER}=${step}`);

  // The router moves in a transition. Forgetting the answers earlier would show a step that they do not reach.
  const reset = (move: () => void) =>
    startTransition(() => {
      setDraft({ day, answers: NO_ANSWERS });
      move();
    });

  const add = () => {
    const { sleep, mood, active, symptoms, activities } = answers;
    if (sleep === null || mood === null || active === null) return;
    const recordedAt = host.now().toISOString();
    const chosen = { symptoms: [...symptoms], activities: [...activities] };
    const checkUp = { sleep, mood, active, ...chosen, recordedAt, localDate: day };
    // What waits for a network or for the next log-in is not announced as added.
    host.outbox.send(saveRecord, checkUp).then(
      () => host.announce('Added to your time line.'),
      () => {},
    );
    onAdded(day);
    reset(() => navigate('/', { replace: true }));
  };

  return {
    step: isStep(parameter) ? parameter : null,
    day,
    answers,
    lists,
    /** Begins a check-up of a day, or goes on with the one of that day. */
    onStart: (of: string) => setDraft(of === day ? begun : { day: of, answers: NO_ANSWERS }),
    onChange: (changed: Answers) => setDraft({ day, answers: changed }),
    onGo: goTo,
    onRedo: () => reset(() => goTo('sleep')),
    // The first page of a fresh tab has nothing behind it.
    onBack: () => (location.key === 'default' ? navigate('/') : navigate(-1)),
    onAdd: add,
  };
}

/** The server takes a check-up of the day that it is made on and of the day before. */
const canBeRecorded = (day: string, today: Today): boolean =>
  day === today.local || day === yesterdayOf(today);

/** The participant's lists without what the server does not know yet: its ids are not final. */
function useLists(): TrackerLists {
  const symptoms = useParticipant((state) => state.symptoms);
  const activities = useParticipant((state) => state.activities);
  return useMemo(
    () => ({
      symptoms: symptoms.filter(({ id }) => id > 0),
      activities: activities.filter(({ id }) => id > 0),
    }),
    [symptoms, activities],
  );
}
