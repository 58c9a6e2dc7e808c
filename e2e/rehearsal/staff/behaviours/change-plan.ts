import { saveMedcustom, saveSchedule } from '@stepwise/shared-contracts/calls/plan.calls';
import { logoutUser } from '@stepwise/shared-contracts/calls/session.calls';
import type { Rehearsal } from '../../context.ts';
import { addDays } from '../../model/local-time.ts';
import { did } from '../../model/person.ts';
import { planOn, type Step } from '../../model/plan.ts';
import { stepsFrom } from '../../model/setup.ts';
import { isSettled, type Person, todayOf } from '../../people/person.ts';
import type { Random } from '../../people/random.ts';
import type { Member } from '../staff-browser.ts';

const DAYS_UNTIL_SCHEDULE = 7;

/** Acts for a person and changes their plan midway: to the medicine's other schedule, or to rows of the team's own and later to that schedule. */
export async function changePlan(
  rehearsal: Rehearsal,
  person: Person,
  member: Member,
  random: Random,
): Promise<void> {
  const { day, content, watch } = rehearsal;
  const { facts, traits, name } = person;
  const { planChange } = traits;
  if (!planChange || day() < planChange.on || !isSettled(rehearsal, person)) return;
  const today = todayOf(rehearsal, person);
  const plan = planOn(facts.plan, today);
  if (!plan || plan.state === 'chosen' || plan.dose === 0) return;
  // Another schedule goes on from the dose taken now, which says something once it is not the first one.
  if (planChange.to === 'schedule' && plan.taken.length < 2) return;
  traits.planChange = planChange.to === 'rows' ? { on: day() + DAYS_UNTIL_SCHEDULE, to: 'schedule' } : null;
  const { medication } = content.schedules.find(({ id }) => id === facts.schedule) ?? {};
  const other = content.schedules.find(
    (each) => each.medication === medication && each.id !== facts.schedule,
  );
  if (!other) throw new Error(`There is one schedule of medicine ${medication}.`);

  const page = `/admin/participants/${person.id}`;
  const acting = await member.submit(page, `${page}/act`, { reason: 'Asked by phone for another plan' });
  watch.compare('acting', name, acting.status, 303);
  const once = { idempotencyKey: member.newKey() };
  let steps: Step[];
  if (planChange.to === 'schedule') {
    steps = stepsFrom(other, plan.dose);
    const { body } = await member.send(saveSchedule, { schedule: other.id }, once);
    watch.compare('dose a changed schedule goes on from', name, body.startdose, plan.dose);
    facts.schedule = other.id;
  } else {
    steps = stepsFrom(other, plan.dose).map((step) => ({
      ...step,
      note: '',
      days: step.days && random.between(2, 12),
    }));
    let date = today;
    const customDates = steps.map(({ dose, days }) => {
      const row = { date, dose: String(dose), note: '' };
      date = addDays(date, days);
      return row;
    });
    await member.send(saveMedcustom, { customDates }, once);
  }
  await member.send(logoutUser, undefined);
  did(facts, 'is acted for');
  facts.plan.push({
    kind: 'changed',
    at: rehearsal.stack.now(),
    day: today,
    steps,
    isOtherSchedule: planChange.to === 'schedule',
  });
  person.isChanged = true;
  watch.count(`plans changed midway: ${planChange.to}`);
}
