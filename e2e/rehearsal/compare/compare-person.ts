import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import { doseHistory, doseInForce } from '@stepwise/shared-contracts/plan/dose-reports';
import { planState } from '@stepwise/shared-contracts/plan/plan-state';
import type { Rehearsal } from '../context.ts';
import { selfHarmOf } from '../model/help.ts';
import { personAt } from '../model/person.ts';
import { look } from '../people/look.ts';
import { type Person, todayOf } from '../people/person.ts';
import { compareAudit } from './compare-audit.ts';
import { compareDocuments } from './compare-documents.ts';

/** What a person's screens are made from on this day, beside what the model says. */
export async function comparePerson(rehearsal: Rehearsal, person: Person): Promise<void> {
  const { content, stack, watch } = rehearsal;
  const today = todayOf(rehearsal, person);
  const data = await look(rehearsal, person);
  person.isChanged = false;
  const truth = personAt(content, person.facts, stack.now());
  const selfHarm = selfHarmOf(person.facts);
  const expected = {
    ...truth,
    records: truth.records.map(({ madeAt, date, localDate, ...record }) => ({
      date,
      localDate,
      madeAt: new Date(madeAt).toISOString(),
      sleep: record.sleep,
      mood: record.mood,
      active: record.active,
      symptoms: record.symptoms.map(({ text, redflag }) => [text, redflag]),
      activities: record.activities,
    })),
    selfHarm: selfHarm && { at: new Date(selfHarm.at).toISOString(), isOpen: selfHarm.isOpen },
    contacts: person.facts.contacts,
    reportedBy: truth.taken.map(() => 'participant'),
    symptoms: person.facts.symptoms.map(({ text, category, redflag }) => [text, category, redflag]),
    activities: person.facts.activities,
  };
  const compareData = (kind: string, data: AllData) =>
    watch.compare(kind, person.name, seenIn(data, today), expected);
  compareData('day of a person', data);
  await compareAudit(rehearsal, person);
  await compareDocuments(rehearsal, person, (given) => compareData('page of a person', given));
}

function seenIn(data: AllData, today: string) {
  const { user, prescriptions, doseReports, records, followUps = [], reminder } = data;
  return {
    homestep: user.homestep,
    randomise: user.randomise,
    surveydone: user.surveydone,
    surveyineligible: user.surveyineligible,
    consentAgree: user.consentAgree,
    futureContact: user.futureContact,
    reconsent: data.reconsent?.demand ?? null,
    awaits: user.awaits ?? null,
    screen: planState(
      { user, schedule: data.schedule, isStarted: records.length > 0, prescriptions, doseReports },
      today,
    ),
    dose: doseInForce(doseReports, today),
    taken: doseHistory(doseReports).map(({ day, dose }) => ({ day, dose })),
    ahead: prescriptions
      .filter(({ date }) => date > today)
      .map(({ date, dose, days, note }) => ({ day: date, dose, days, note })),
    records: records.map((record) => ({
      date: record.date,
      localDate: record.localDate,
      madeAt: record.recordedAt,
      sleep: record.sleep,
      mood: record.mood,
      active: record.active,
      symptoms: record.symptoms.map(({ text, redflag }) => [text, redflag]),
      activities: record.activities.map(({ text }) => text),
    })),
    followUps: followUps.map(({ months, opensOn, dueOn, closesOn, state }) => ({
      months,
      opensOn,
      dueOn,
      closesOn,
      state,
    })),
    reminder: reminder ? { hour: reminder.hour, isPaused: reminder.isPaused } : null,
    timesperday: user.timesperday,
    strengths: data.strengths ?? null,
    selfHarm: data.help?.selfHarm && { at: data.help.selfHarm.at, isOpen: data.help.selfHarm.isOpen },
    contacts: {
      doctor: [data.doctor.name, data.doctor.phone, data.doctor.email],
      support: [data.support.name, data.support.phone],
    },
    reportedBy: doseHistory(doseReports).map(({ reportedBy }) => reportedBy),
    symptoms: data.symptoms.map(({ text, category, redflag }) => [text, category, redflag]),
    activities: data.activities.map(({ text }) => text),
  };
}
