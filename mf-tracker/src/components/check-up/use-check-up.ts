import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useHelp } from '@stepwise/shared-contracts/help/use-help';
import { useLocation, useNavigate, useSearchParams } from '@stepwise/shared-contracts/router';
import { startTransition, useCallback, useEffect, useMemo, useState } from 'react';
import { type Today, yesterdayOf } from '../../day/today.ts';
import { type Draft, draftAfter, emptyDraft, isBegun, readDraft, withTickedAt } from './check-up-draft.ts';
import { type Answers, canOpen, STEPS, type Step, type TrackerLists } from './check-up-flow.ts';

const STEP_PARAMETER = 'check-up';

const isStep = (text: string | null): text is Step => STEPS.some((step) => step === text);

/**
 * The check-up under way. Its step is in the address, so that the browser's Back goes a page back. What was begun is kept on
 * this device until it is added or redone, the day ends or the person logs out. `step` is null while none is under way.
 * `onAdded` takes the day.
 */
export function useCheckUp(today: Today, onAdded: (day: string) => void) {
  const host = useHost();
  const navigate = useNavigate();
  const location = useLocation();
  const [search] = useSearchParams();
  const lists = useLists();
  const [draft, keep] = useDraft(today);
  const { now } = host;
  const save = useCallback(
    (next: Draft) => keep(withTickedAt(next, lists.symptoms, now())),
    [keep, lists.symptoms, now],
  );
  const { day, answers } = draft;
  const parameter = search.get(STEP_PARAMETER);
  const step = isStep(parameter) ? parameter : null;

  const show = (next: Step) => navigate(`/?${STEP_PARAMETER}=${next}`);

  const isOpen = step !== null && canOpen(step, answers);
  useEffect(() => {
    if (isOpen && isBegun(draft) && draft.step !== step) save({ ...draft, step });
  }, [isOpen, draft, step, save]);

  // In the router's own transition: on a slow phone every render of its own would delay the step.
  const goTo = (next: Step, changed: Answers = answers) =>
    startTransition(() => {
      save({ ...draft, answers: changed, step: next });
      show(next);
    });

  // The router moves in a transition. Forgetting the answers earlier would show a step that they do not reach.
  const reset = (move: () => void) =>
    startTransition(() => {
      save({ ...draftAfter(draft, today, lists.symptoms), day });
      move();
    });

  const add = () => {
    const { sleep, mood, active } = answers;
    if (sleep === null || mood === null || active === null) return;
    const recordedAt = host.now().toISOString();
    // What was taken off the lists meanwhile is not shown in the summary, and so is not sent.
    const symptoms = answers.symptoms.filter((id) => lists.symptoms.some((symptom) => symptom.id === id));
    const activities = answers.activities.filter((id) => lists.activities.some((each) => each.id === id));
    const checkUp = { sleep, mood, active, symptoms, activities, recordedAt, localDate: day };
    // What waits for a network or for the next log-in is not announced as added.
    host.outbox.send(saveRecord, checkUp).then(
      () => host.announce('Added to your time line.'),
      () => {},
    );
    onAdded(day);
    reset(() => navigate('/', { replace: true }));
  };

  return {
    step,
    draft,
    day,
    answers,
    lists,
    /** Begins a check-up of a day, or goes on with the one of that day. */
    onStart: (of: string) => {
      if (of === day) return;
      save({ ...draftAfter(draft, today, lists.symptoms), day: of });
    },
    onChange: (changed: Answers) => save({ ...draft, answers: changed }),
    onGo: goTo,
    onRedo: () => reset(() => show('sleep')),
    // The first page of a fresh tab has nothing behind it.
    onBack: () => (location.key === 'default' ? navigate('/') : navigate(-1)),
    onAdd: add,
  };
}

/**
 * The draft that the participant began on this device today, or since this page was opened. Of an earlier day only a tick of
 * self-harm is kept, while it is what help is on for.
 */
function useDraft(today: Today): [Draft, (draft: Draft) => void] {
  const { outbox } = useHost();
  const help = useHelp();
  const account = useParticipant(({ account, user }) => account ?? user?.id);
  // In React's own state, which changes in a transition together with the address.
  const [known, setKnown] = useState(() => {
    const stored = outbox.state.getState().draft;
    const draft = readDraft(stored, today.local);
    const isOver = stored !== null && draft === null;
    const carried =
      isOver && help?.source === 'draft' ? { ...emptyDraft(today), carriedAt: help.since } : null;
    return { account, draft: draft ?? carried, isOver };
  });
  const { isOver, draft: replacement } = known;
  useEffect(() => {
    if (isOver) void outbox.saveDraft(replacement);
  }, [outbox, isOver, replacement]);
  const save = useCallback(
    (draft: Draft) => {
      setKnown({ account, draft, isOver: false });
      void outbox.saveDraft(draft);
    },
    [outbox, account],
  );
  const draft = known.account === account ? known.draft : null;
  return [draft && canBeRecorded(draft.day, today) ? draft : emptyDraft(today), save];
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
