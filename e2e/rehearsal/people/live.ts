import type { Rehearsal } from '../context.ts';
import { helpWords } from '../model/help.ts';
import { wallClock } from '../model/local-time.ts';
import { agreeAgain } from './behaviours/agree-again.ts';
import { answerConsent } from './behaviours/answer-consent.ts';
import { askAboutTheDose } from './behaviours/ask-about-dose.ts';
import { changeAddress } from './behaviours/change-address.ts';
import { changeLists } from './behaviours/change-lists.ts';
import { chooseReminder } from './behaviours/choose-reminder.ts';
import { confirmAddress, confirmQuestionnaire } from './behaviours/confirm-questionnaire.ts';
import { fillInFollowUp } from './behaviours/fill-in-follow-up.ts';
import { findTheTrial } from './behaviours/find-the-trial.ts';
import { makeCheckUp, sendCheckUp } from './behaviours/record-day.ts';
import { recordInBrowser, usesBrowser } from './behaviours/record-in-browser.ts';
import { resetPassword } from './behaviours/reset-password.ts';
import { sayStrengths } from './behaviours/say-strengths.ts';
import { setUpPlan } from './behaviours/set-up-plan.ts';
import { stopTakingPart } from './behaviours/stop-taking-part.ts';
import { takeStep } from './behaviours/take-step.ts';
import { look } from './look.ts';
import {
  hasAccount,
  hourOf,
  isCompared,
  isOffline,
  isReducing,
  type Person,
  todayOf,
  zoneOf,
} from './person.ts';
import { type RareName, rarely } from './rare.ts';

/** From finding the trial to being randomised, one after another, since places of a list are given in turn. */
export async function arrive(rehearsal: Rehearsal, person: Person): Promise<void> {
  const { day, stack } = rehearsal;
  const { traits, facts } = person;
  const hour = hourOf(rehearsal, person);
  if (person.id === null) {
    if (day() === traits.joinsOn && hour === 10) await findTheTrial(rehearsal, person);
    return;
  }
  if (!hasAccount(person) || facts.randomised) return;
  if (!facts.survey?.eligible) return;
  if (!facts.consent) {
    if (hour === 11) await answerConsent(rehearsal, person);
    return;
  }
  if (facts.questionnaireConfirmedAt === null) {
    if (day() >= traits.joinsOn + traits.confirmsAfterDays && hour === 12 + (person.index % 4))
      await confirmQuestionnaire(rehearsal, person);
    return;
  }
  if (person.confirmation && stack.now() - facts.questionnaireConfirmedAt >= 3_600_000)
    await confirmAddress(rehearsal, person);
}

/** Stopped contact, and becomes anonymous later. */
const stopsAgain = ({ facts, traits }: Person): boolean =>
  facts.left?.as === 'agree' && traits.stops !== null;

/** Whether a person may do something at an instant. */
export function isUp(rehearsal: Rehearsal, person: Person, at: number): boolean {
  const { traits, facts, home, id } = person;
  const { hour } = wallClock(at, zoneOf(rehearsal, person));
  if (facts.left) return stopsAgain(person) && hour === traits.usualHour;
  if (facts.survey?.eligible === false) return hour === traits.usualHour && isCompared(rehearsal, person, at);
  const hasBegun = rehearsal.dayAt(at) >= traits.joinsOn && (id !== null || wallClock(at, home).hour === 10);
  if (!facts.randomised) return hasBegun && hour >= 10 && hour <= 18;
  return hour === traits.usualHour || (isReducing(person) && facts.schedule === null && hour === 17);
}

/** What a person in the trial does in this hour of theirs. */
export async function live(rehearsal: Rehearsal, person: Person): Promise<void> {
  if (!person.facts.randomised || (!hasAccount(person) && !stopsAgain(person))) return;
  const hour = hourOf(rehearsal, person);
  const { day, stack } = rehearsal;
  const { traits, facts, random } = person;
  const offline = isOffline(rehearsal, person);
  const isNow = (name: RareName) => rarely(rehearsal, person, name, random);
  if (hour !== traits.usualHour && hour !== 17) return;
  if (traits.stops && !offline && day() >= traits.stops.on) {
    await stopTakingPart(rehearsal, person);
    return;
  }
  if (facts.left) return;
  if (traits.changesAddressOn !== null && !offline && day() >= traits.changesAddressOn) {
    traits.changesAddressOn = null;
    await changeAddress(rehearsal, person);
  }
  const forgets = traits.forgetsPasswordOn;
  if (forgets !== null && !offline && day() >= forgets && !rehearsal.isOperated()) {
    traits.forgetsPasswordOn = null;
    await resetPassword(rehearsal, person);
  }
  if (!offline) await agreeAgain(rehearsal, person);
  if (!offline) await fillInFollowUp(rehearsal, person);
  if (!isReducing(person) || facts.leftPlan !== null) return;
  if (facts.schedule === null) {
    if (hour === 17 && random.chance(0.6)) {
      await setUpPlan(rehearsal, person);
      if (traits.reminderHour !== null) await chooseReminder(rehearsal, person, traits.reminderHour);
      await changeLists(rehearsal, person);
      await look(rehearsal, person);
    }
    return;
  }
  if (hour !== traits.usualHour) return;
  if (!offline && person.unsent.length > 0) for (const send of person.unsent.splice(0)) await send();
  if (!offline && facts.checkUps.length > 0) await takeStep(rehearsal, person);
  if (!offline && facts.checkUps.length > 0) {
    if (isNow('a question about the dose')) await askAboutTheDose(rehearsal, person);
    if (isNow('other strengths at home')) await sayStrengths(rehearsal, person);
  }
  const today = todayOf(rehearsal, person);
  if (person.recordedOn === today) return;
  person.recordedOn = today;
  if (!random.chance(traits.records)) return;
  const made = makeCheckUp(rehearsal, person, isNow('a check-up of the day before'));
  const isHeld = helpWords(rehearsal.content, facts, stack.now()) !== null;
  const isInBrowser =
    stack.hasPages &&
    !offline &&
    !rehearsal.isOperated() &&
    (usesBrowser(rehearsal, person) || (isHeld && isNow('a browser while help is on')));
  if (isInBrowser && (await recordInBrowser(rehearsal, person, { ...made, ofDayBefore: false }))) return;
  if (offline) {
    person.unsent.push(() => sendCheckUp(rehearsal, person, made));
    rehearsal.watch.count('check-ups made offline');
    return;
  }
  await sendCheckUp(rehearsal, person, made);
  // "Redo", or one made before on another device that arrives only now.
  const isAgain = isNow('a check-up made again');
  if (isAgain || isNow('an earlier check-up that arrives late')) {
    const madeAt = isAgain ? stack.now() : made.madeAt - 60_000;
    const again = { ...makeCheckUp(rehearsal, person, made.ofDayBefore), madeAt };
    if (wallClock(again.madeAt, again.zone).day !== wallClock(made.madeAt, made.zone).day) return;
    // One message is about both check-ups where it is sent after the second.
    if (!rehearsal.isOperated()) await stack.database.untilJobsTried();
    else if (again.symptoms.some(({ selfHarm }) => selfHarm)) return;
    await sendCheckUp(rehearsal, person, again);
  }
}
