import type { Rehearsal } from '../context.ts';
import { signsOf } from '../model/signs.ts';
import { atOnce } from '../people/at-once.ts';
import { hasAccount, isReducing, type Person } from '../people/person.ts';
import { createRandom, type Random } from '../people/random.ts';
import { amendConsent, amendsOn } from './behaviours/amend-consent.ts';
import { answerDoseQuestions, compareDoseQuestions } from './behaviours/answer-dose-questions.ts';
import { callOverdue, compareFollowUps } from './behaviours/call-overdue.ts';
import { changeContent, changesContentOn } from './behaviours/change-content.ts';
import { changePlan } from './behaviours/change-plan.ts';
import { randomiseByHand } from './behaviours/randomise-by-hand.ts';
import { resolveSigns } from './behaviours/resolve-signs.ts';
import { setStepDay } from './behaviours/set-step-day.ts';
import { addMember, type Member } from './staff-browser.ts';

const MONDAY = 1;
const THURSDAY = 4;
/** While people join, on both days; later on Mondays. */
const OFTEN_FOR_DAYS = 90;
/** In UTC: early in the afternoon at the trial's, and the same day in every home of its people. */
const WORKING_HOUR = 3;

/** Who of the research team works, and what they do. */
export function createTeam(rehearsal: Rehearsal, seed: number) {
  const randoms = new Map<Person, Random>();
  /** The choices about a person do not depend on the order in which people are dealt with. */
  const randomFor = (person: Person): Random => {
    const random = randoms.get(person) ?? createRandom(seed * 15_485_863 + person.index * 7_368_787 + 5);
    randoms.set(person, random);
    return random;
  };
  let member: Member | null = null;
  let manager: Member | null = null;
  const changes = [
    { on: changesContentOn(rehearsal.plan.days), change: changeContent },
    { on: amendsOn(rehearsal.plan.days), change: amendConsent },
  ];

  const addManager = async (): Promise<Member> => {
    manager ??= await addMember(rehearsal, 'Morgan Vale', 'manager');
    rehearsal.allocation.allocator = manager.email;
    return manager;
  };

  return {
    manager: addManager,
    isAtWork(at: number): boolean {
      const days = rehearsal.dayAt(at) < OFTEN_FOR_DAYS ? [MONDAY, THURSDAY] : [MONDAY];
      return new Date(at).getUTCHours() === WORKING_HOUR && days.includes(new Date(at).getUTCDay());
    },

    async work(people: readonly Person[]): Promise<void> {
      member ??= await addMember(rehearsal, 'Robin Reed', 'researcher');
      const researcher = member;
      await randomiseByHand(rehearsal, people, await addManager());
      await startWithChanges(rehearsal, changes);
      await researcher.logIn();
      await compareQueue(rehearsal, people, researcher);
      await compareFollowUps(rehearsal, people, researcher);
      await compareDoseQuestions(rehearsal, people, researcher);
      const isInPlan = (person: Person) =>
        hasAccount(person) && isReducing(person) && person.facts.leftPlan === null;
      await atOnce(people, async (person) => {
        const random = randomFor(person);
        await resolveSigns(rehearsal, person, researcher, random);
        await callOverdue(rehearsal, person, researcher, random);
        await answerDoseQuestions(rehearsal, person, researcher, random);
        if (isInPlan(person)) await setStepDay(rehearsal, person, researcher, random);
      });
      // A session acts for one person at a time.
      for (const person of people.filter(isInPlan))
        await changePlan(rehearsal, person, researcher, randomFor(person));
    },
  };
}

interface ContentChange {
  on: number;
  change: (rehearsal: Rehearsal) => void;
}

/** Makes the changes of the content that are due, and replaces the servers by such with them. */
async function startWithChanges(rehearsal: Rehearsal, changes: ContentChange[]): Promise<void> {
  const { stack, day } = rehearsal;
  const due = changes.filter(({ on }) => day() >= on);
  if (due.length === 0) return;
  changes.splice(0, due.length);
  for (const { change } of due) change(rehearsal);
  for (const former of [...stack.replicas.all()]) {
    await stack.addServer();
    await stack.replicas.end(former);
  }
}

/** The list of warning signs counts who waits. */
async function compareQueue(
  { watch }: Rehearsal,
  people: readonly Person[],
  { open }: Member,
): Promise<void> {
  const waiting = people
    .filter(({ facts: { left } }) => left === null || left.as === 'agree')
    .map(({ facts }) => signsOf(facts.checkUps, facts.resolvedSigns))
    .map((signs) => signs.filter(({ closedAt }) => closedAt === null).length)
    .filter((days) => days > 0);
  const heading = /<h2 id="waiting">([^<]*)</.exec(await open('/admin/warning-signs'))?.[1] ?? '';
  const days = waiting.reduce((sum, each) => sum + each, 0);
  watch.compare(
    'warning signs that wait',
    'the list of the team',
    heading.match(/\d+/g)?.map(Number) ?? [],
    days > 0 ? [waiting.length, days] : [],
  );
}
