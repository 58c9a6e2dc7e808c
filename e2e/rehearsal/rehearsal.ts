import { join } from 'node:path';
import { openWorkplace } from '../../api/src/testing/faults/workplace.ts';
import { compareEnd } from './compare/compare-end.ts';
import { comparePerson } from './compare/compare-person.ts';
import { createWitness } from './compare/witness.ts';
import { copyContent } from './content.ts';
import type { Rehearsal, RehearsalPlan } from './context.ts';
import { followUpRemindersDue } from './model/follow-ups.ts';
import { dayIn } from './model/local-time.ts';
import { lastDayRecorded } from './model/records.ts';
import { reminderDue } from './model/reminders.ts';
import { signsOf } from './model/signs.ts';
import { createBackUp } from './operators/back-up.ts';
import { operate, operatesOn } from './operators/operate.ts';
import { createReleases } from './operators/releases.ts';
import { atOnce } from './people/at-once.ts';
import { arrive, isUp, live } from './people/live.ts';
import { createPerson, hasAccount, hourOf, isCompared, isOffline, type Person } from './people/person.ts';
import { startStack } from './stack/stack.ts';
import { createTeam } from './staff/team.ts';
import { createWatch, type Watch } from './watch.ts';

const HOUR_MS = 3_600_000;
/** A Monday in the southern autumn: within four weeks clocks change in America, Europe and Australia. */
const BEGINS_AT = Date.parse('2027-03-08T00:00:00Z');
/** Frequent timers run where a message is due; all run at this interval, so that an extra message is seen the same day. */
const TIMERS_EVERY_HOURS = 24;
/** A warning sign that was saved while the job queue was away is found and its notice sent so soon. */
const NOTICE_TIMEOUT_MS = 4 * 60_000;
/** The list of erasures, which are repeated in a back-up, is written so soon. */
const ERASURE_LIST_TIMEOUT_MS = 2 * 60_000;

/** Runs the whole of it; gives what was found. */
export async function rehearse(plan: RehearsalPlan): Promise<{ watch: Watch; lives: Person[] }> {
  const workplace = openWorkplace('rehearsal', { smallDisk: false });
  const contentDir = join(workplace.work, 'content');
  const content = copyContent(plan.content, contentDir, plan.days / 30);
  const witness = createWitness(workplace.work);
  const releases = createReleases();
  const stack = await startStack({
    source: plan.previousSource ?? plan.source,
    workplace,
    contentDir,
    hasPages: plan.hasPages,
    startsAt: BEGINS_AT,
    settings: { ...witness.settings, ...releases.settings },
  });
  const watch = createWatch(
    { now: stack.now, log: () => stack.server().log.said },
    plan.hasEnough,
    plan.onFinding,
  );
  const expected: string[] = [];
  const rehearsal: Rehearsal = {
    plan,
    stack,
    watch,
    content,
    contentDir,
    witness,
    day: () => rehearsal.dayAt(stack.now()),
    dayAt: (instant) => Math.floor((instant - BEGINS_AT) / (24 * HOUR_MS)),
    allocation: { isManual: false, allocator: '' },
    places: new Map(),
    isOperated: () => operatesOn(rehearsal.day()),
    lastOperated: { day: -1 },
    expectMail(to, kind, isLast = false) {
      const words = content.mail[kind];
      const subject = (isLast ? words?.last?.subject : words?.subject) ?? '';
      expected.push(`${to}: ${subject.replaceAll('{product}', content.product.name)}`);
    },
    noteSigns(person) {
      const { checkUps, resolvedSigns } = person.facts;
      const signs = signsOf(checkUps, resolvedSigns);
      const due = signs.reduce((sum, { notices }) => sum + notices, 0);
      for (; person.signNotices < due; person.signNotices++)
        rehearsal.expectMail(content.product.researchTeam.email, 'warningNotice');
    },
  };
  const team = createTeam(rehearsal, plan.seed);
  const backUp = createBackUp(rehearsal);
  const people = Array.from({ length: plan.people }, (_, index) => createPerson(rehearsal, index, plan.seed));

  try {
    for (let hour = 1; hour <= plan.days * 24 && !watch.hasEnough(); hour++) {
      const now = BEGINS_AT + hour * HOUR_MS;
      if (hour % 24 === 0) await plan.onDay?.(hour / 24, rehearsal);
      expectTimedMail(rehearsal, people, now);
      // An hour in which nothing is due and no one is up is passed over, but for one a day.
      const isQuiet = expected.length === 0 && !team.isAtWork(now) && hour % 24 !== 0;
      if (isQuiet && !people.some((person) => isUp(rehearsal, person, now))) continue;
      const isMailDue = expected.length > 0;
      await stack.moveTo(now, hour % TIMERS_EVERY_HOURS === 0 ? 'all' : isMailDue ? 'frequent' : 'none');
      compareMail(rehearsal, people, expected);
      for (const person of people) await observed(rehearsal, person, arrive);
      const compare = async (person: Person): Promise<void> => {
        const isTheirs =
          hourOf(rehearsal, person) === person.traits.usualHour && isCompared(rehearsal, person, now);
        if (isTheirs && hasAccount(person) && !isOffline(rehearsal, person))
          await observed(rehearsal, person, comparePerson);
      };
      // Otherwise once the server is back, and the team has changed what it changes.
      const isUndisturbed = !team.isAtWork(now) && !rehearsal.isOperated();
      const living = atOnce(people, async (person) => {
        await observed(rehearsal, person, live);
        if (isUndisturbed) await compare(person);
      });
      const [hasOperated] = await Promise.all([
        operate(rehearsal, living),
        living,
        releases
          .work(rehearsal)
          .catch((error: Error) => watch.finding('failed', `the team of a feature: ${error.stack}`)),
      ]);
      if (hasOperated) await stack.moveTo(now + NOTICE_TIMEOUT_MS, 'frequent');
      await stack.database.untilJobsTried();
      watch.isAway(null);
      compareMail(rehearsal, people, expected);
      await releases.compare(rehearsal, people);
      if (isUndisturbed) continue;
      if (team.isAtWork(now) && !watch.hasEnough()) {
        await team.work(people).catch((error: Error) => watch.finding('failed', `the team: ${error.stack}`));
        await backUp.take(people);
      }
      await atOnce(people, compare);
    }
    if (!watch.hasEnough()) {
      const manager = await team.manager();
      await stack.moveTo(stack.now() + ERASURE_LIST_TIMEOUT_MS, 'all');
      await Promise.all([compareEnd(rehearsal, people, manager), backUp.compare(people)]);
    }
    return { watch, lives: people };
  } finally {
    await stack.stop();
  }
}

/** What the product's clock owes people at an instant. */
function expectTimedMail({ content, expectMail, watch }: Rehearsal, people: readonly Person[], now: number) {
  for (const { facts, email, id } of people) {
    if (id === null || facts.left) continue;
    const due = reminderDue(
      {
        choice: facts.reminder,
        sent: facts.remindersSent,
        lastRecorded: lastDayRecorded(facts.checkUps),
        zone: facts.zone,
      },
      now,
    );
    if (due) {
      facts.remindersSent.push(due.day);
      if (due.kind === 'last') facts.lastReminders.push(due.day);
      expectMail(email, 'dailyReminder', due.kind === 'last');
      watch.count('daily reminders');
    }
    if (!facts.randomised) continue;
    const asked = followUpRemindersDue(
      content,
      {
        randomisedAt: facts.randomised.at,
        done: facts.followUpsDone,
        sent: facts.followUpsSent,
        stoppedOn: null,
      },
      now,
    );
    for (const { months, day } of asked) {
      facts.followUpsSent.set(months, [...(facts.followUpsSent.get(months) ?? []), day]);
      expectMail(email, 'followUp');
      watch.count('reminders of follow-ups');
    }
  }
}

/** The messages of this hour beside those that the model expects: none more, none less. */
function compareMail(
  { stack, watch, witness, content }: Rehearsal,
  people: readonly Person[],
  expected: string[],
): void {
  // Tried once beside the answer, so that it may come later, or not where a server is killed.
  const isOfErasure = (subject?: string) => subject === content.mail.informationErased?.subject;
  const compared = witness.keep(stack.takeMail()).filter(({ subject }) => !isOfErasure(subject));
  const came = compared.map(({ to, subject, text }) => {
    const address = to?.[0]?.address ?? '';
    const link = /\S+\/account\/confirm-address\/\S+/.exec(text ?? '')?.[0];
    const person = people.find(({ email }) => email === address);
    if (link && person) person.confirmation = link;
    return `${address}: ${subject}`;
  });
  const due = expected.splice(0);
  if (came.length > 0 || due.length > 0)
    watch.compare('mail of an hour', dayIn(stack.now(), 'UTC'), came.sort(), due.sort());
}

/** What a person is not allowed, or gets no answer to, differs from the model as well. */
async function observed(
  rehearsal: Rehearsal,
  person: Person,
  work: (rehearsal: Rehearsal, person: Person) => Promise<void>,
): Promise<void> {
  if (rehearsal.watch.hasEnough()) return;
  try {
    await work(rehearsal, person);
  } catch (error) {
    rehearsal.watch.finding('failed', `${person.name}: ${(error as Error).stack}`);
  }
}
