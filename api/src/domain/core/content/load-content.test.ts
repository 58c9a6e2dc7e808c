// In one file: a table of faults, each of one content file.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ContentError, loadContent } from './load-content.ts';

const shipped = join(import.meta.dirname, '../../../../content');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'content-'));
  cpSync(shipped, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Replaces the one place `from` stands in a file. */
function edit(file: string, from: string, to: string): void {
  const path = join(folder, `${file}.yaml`);
  const source = readFileSync(path, 'utf8');
  expect(source.split(from)).toHaveLength(2);
  writeFileSync(
    path,
    source.replace(from, () => to),
  );
}

function faultsOf(load: () => unknown): readonly string[] {
  try {
    load();
  } catch (error) {
    if (error instanceof ContentError) return error.faults;
    throw error;
  }
  return [];
}

/** Edits of the words of venlafaxine's doses, which both of its schedules have. */
function doseWordFaults(): [string, string, string, string][] {
  const tablet = '{ dose: 75, take: [75], split: 75mg once a day }';
  const rounded = 'dose: 37, shown: 37.5, take: [37.5], split: 37.5mg once a day';
  return [
    ['take: [75, 75]', 'take: [75, 150]', 'doseWords[2].take: adds up to 225, not 150'],
    [
      'split: 150mg once plus',
      'split: 75mg once plus',
      'doseWords[1].split: says 75, 75, not 150, 75 as take does',
    ],
    [
      rounded,
      rounded.replace('shown: 37.5', 'shown: 37'),
      'doseWords[4].shown: 37 of Venlafaxine is 37.5, not 37',
    ],
    [`- { ${rounded} }`, '', 'doseWords: 37 of Venlafaxine is 37.5 and must be shown so'],
    [tablet, tablet.replace('75mg once', '75mg twice'), 'doseWords[3].split: says the same as another dose'],
    ['dose: 225, take: [150, 75]', 'dose: 300, take: [150, 150]', 'doseWords[1].dose: 300 is listed twice'],
  ].map(([from = '', to = '', fault = '']) => [
    'schedules',
    from,
    to,
    `schedules.yaml: schedules[16].${fault}`,
  ]);
}

/** Edits of rows of doses.yaml: what stands there, what is written instead, and the fault. */
function doseRowFaults(): [string, string, string, string][] {
  const citalopram = 'dose: 30, timesperday: 1, take: [[{ form: 12, count: 1 }, { form: 11, count: 1 }]]';
  const drops = 'dose: 5, timesperday: 1, take: [[{ form: 23, mL: 0.25 }]]';
  const capsule = 'dose: 37.5, timesperday: 1, take: [[{ form: 91, count: 1 }]]';
  return [
    [
      citalopram,
      citalopram.replace('dose: 30', 'dose: 35'),
      'rows[3]: Citalopram 35 mg: adds up to 30 mg a day, not 35 mg',
    ],
    [
      citalopram,
      citalopram.replace('form: 11', 'form: 61'),
      'rows[3].take[0][1].form: Citalopram 30 mg: there is no form 61 of Citalopram',
    ],
    [
      'medicine: 1, dose: 30, timesperday: 1, take: [[{ form: 12, count: 1 }',
      'medicine: 99, dose: 30, timesperday: 1, take: [[{ form: 12, count: 1 }',
      'rows[3].medicine: there is no medicine 99',
    ],
    [
      'dose: 30, timesperday: 1, take: [[{ form: 12, count: 1.5 }]], text: "Take one and a half 20 mg tablets."',
      'dose: 30, timesperday: 1, take: [[{ form: 11, count: 3 }]], text: "Take three 10 mg tablets."',
      'rows[5]: has the medicine, dose, times a day and forms of rows[4]',
    ],
    [
      citalopram,
      citalopram.replace('timesperday: 1', 'timesperday: 2'),
      'rows[3].timesperday: Citalopram 30 mg: is not taken 2 times a day',
    ],
    [
      citalopram,
      citalopram.replace('dose: 30', 'dose: 50'),
      'rows[3].dose: Citalopram 50 mg: is more than maxPerDay, 40 mg',
    ],
    [
      citalopram,
      citalopram.replace('{ form: 12, count: 1 }, {', '{ form: 12, count: 1 }], [{'),
      'rows[3].take: Citalopram 30 mg: has 2 times of the day, more than timesperday, 1',
    ],
    [
      capsule,
      capsule.replace('count: 1', 'count: 0.5'),
      'rows[103].take[0][0]: Venlafaxine 37.5 mg: 37.5 mg slow-release capsule: is taken whole, not 0.5',
    ],
    [
      'take: [[{ form: 71, count: 1 }]]',
      'take: [[{ form: 71, count: 1.5 }]]',
      'rows[74].take[0][0]: Desvenlafaxine 50 mg: 50 mg slow-release tablet: is taken whole, not 1.5',
    ],
    [
      drops,
      drops.replace('0.25', '0.22'),
      'rows[20].take[0][0]: Escitalopram 5 mg: 0.22 mL cannot be measured in steps of 0.05 mL',
    ],
    [
      drops,
      drops.replace('mL: 0.25', 'count: 5'),
      'rows[20].take[0][0]: Escitalopram 5 mg: oral drops (20 mg in 1 mL): give mL, not a count',
    ],
    [
      capsule,
      capsule.replace('count: 1', 'mL: 1'),
      'rows[103].take[0][0]: Venlafaxine 37.5 mg: 37.5 mg slow-release capsule: is counted, not measured in mL',
    ],
    [
      '{ form: 51, count: 2.5 }',
      '{ form: 51, count: 2.25 }',
      'rows[57].take[0][0].count: must be counted in halves',
    ],
    [
      'take: [[{ form: 51, count: 1 }]],',
      'take: [[{ form: 51, count: 2 }]], everySecondDay: true,',
      'rows[60].take[0][0]: Paroxetine 20 mg: 20 mg tablet: is not taken every second day',
    ],
    [
      'text: "Take two and a half 20 mg tablets."',
      'text: "Take two 20 mg tablets."',
      'rows[57].text: Paroxetine 50 mg: must say "two and a half 20 mg tablets", in the order of take',
    ],
    [
      'text: "Take two and a half 20 mg tablets."',
      'text: "Take two and a half 20 mg tablets, then 10 mg."',
      'rows[57].text: Paroxetine 50 mg: says a number that take does not have',
    ],
    [
      'text: "Take two and a half 20 mg tablets."',
      'text: "Take two and a half 20 mg tablets and half of another."',
      'rows[57].text: Paroxetine 50 mg: says a number that take does not have',
    ],
    [
      ' every second day."',
      '."',
      'rows[30].text: Fluoxetine 10 mg: must say "every second day" where everySecondDay is set, and nowhere else',
    ],
  ].map(([from = '', to = '', fault = '']) => ['doses', from, to, `doses.yaml: ${fault}`]);
}

/** Edits of messages that others may see arrive: each in another text, with another word that they must not read. */
function disclosingMail(): [string, string, string, string][] {
  return [
    [
      'sender: "{product}"\n  subject: Your two minutes',
      'sender: Your clinic\n  subject: Hello',
      'dailyReminder.sender',
      'clinic',
    ],
    ['Here are your two minutes', 'How is the depression', 'dailyReminder.before[0]', 'depression'],
    ['We will be quiet for now', 'No more tablets for now', 'dailyReminder.last.subject', 'tablets'],
    [
      'unsubscribe: Stop these messages\n\n# To participants who',
      'unsubscribe: Withdraw\n\n# To participants who',
      'dailyReminder.unsubscribe',
      'Withdraw',
    ],
    ['sender: "{product}"\n  announced', 'sender: Your study\n  announced', 'stepMessages.sender', 'study'],
    ['Something for next week', 'Your next dose', 'stepMessages.announced.subject', 'dose'],
    [
      'something to look at in the next days',
      'a symptom to look at',
      'stepMessages.announced.before[0]',
      'symptom',
    ],
    ['A short question for you', 'A short question about your mood', 'stepMessages.due.subject', 'mood'],
    [
      'unsubscribe: Stop these messages\n\n# To participants of',
      'unsubscribe: Stop tapering\n\n# To participants of',
      'stepMessages.unsubscribe',
      'tapering',
    ],
    [
      'sender: "{product}"\n  subject: Your next',
      'sender: Researchers\n  subject: Your next',
      'followUp.sender',
      'Researchers',
    ],
    ['Your next questionnaire\n', 'About your medication\n', 'followUp.subject', 'medication'],
    ['link: Open the questionnaire', 'link: Count your pills', 'followUp.link', 'pills'],
    ['calendarEvent: Something', 'calendarEvent: An ANTIDEPRESSANT', 'calendarEvent', 'ANTIDEPRESSANT'],
  ].map(([from = '', to = '', path = '', word = '']) => [
    'mail',
    from,
    to,
    `mail.yaml: ${path}: “${word}” tells others what it is about`,
  ]);
}

describe('a fault stops the load and is named by file, path and fault', () => {
  test.each([
    [
      'follow-ups',
      '&months={months}',
      '&months={month}',
      'follow-ups.yaml: link: {month} is none of {study_id}, {months}',
    ],
    [
      'follow-ups',
      'example.org/follow',
      'example.com/follow',
      'follow-ups.yaml: link: its host example.com is not in questionnaire.hosts of product.yaml',
    ],
    ['follow-ups', '[3, 6, 12, 18, 24]', '[3, 6, 6]', 'follow-ups.yaml: months[2]: must be more than 6'],
    [
      'analysis',
      'months: 6',
      'months: 7',
      'analysis.yaml: outcome.months: follow-ups.yaml has no follow-up at 7 months',
    ],
    [
      'analysis',
      'field: dose_mg',
      'field: dose',
      'analysis.yaml: outcome.field: questionnaires.yaml has no field dose',
    ],
    [
      'analysis',
      'field: dose_mg',
      'field: other_antidepressant',
      'analysis.yaml: outcome.field: other_antidepressant of questionnaires.yaml is a choice, not a number',
    ],
    [
      'analysis',
      'full: other_antidepressant',
      'full: well_being',
      'analysis.yaml: outcome.full: well_being of questionnaires.yaml is no choice with the value 1',
    ],
    [
      'analysis',
      'strategy: composite',
      'strategy: composit',
      'analysis.yaml: intercurrentEvents[2].strategy: must be one of treatment-policy, hypothetical, composite, while-on-treatment, principal-stratum',
    ],
    [
      'questionnaires',
      'months: months',
      'months: record_id',
      'questionnaires.yaml: columns.months: record_id is listed twice',
    ],
    [
      'questionnaires',
      'name: well_being',
      'name: dose_mg',
      'questionnaires.yaml: fields[2].name: dose_mg is listed twice',
    ],
    [
      'questionnaires',
      'name: well_being',
      'name: result_day',
      'questionnaires.yaml: fields[2].name: result_day is listed twice',
    ],
    [
      'questionnaires',
      'name: well_being',
      'name: Well being',
      'questionnaires.yaml: fields[2].name: must be lower case and short, such as dose_mg',
    ],
    ['questionnaires', 'max: 600', 'max: -1', 'questionnaires.yaml: fields[0]: min is more than max'],
    [
      'questionnaires',
      '{ value: 1, text: "Yes" }',
      '{ value: 0, text: "Yes" }',
      'questionnaires.yaml: fields[1].options: a value is listed twice',
    ],
    [
      'questionnaires',
      'max: 600',
      'max: 600\n    free: true',
      'questionnaires.yaml: fields[0]: has a field that is not known: free',
    ],
    ['follow-ups', '[0, 14, 28]', '[0, 14, 43]', 'follow-ups.yaml: reminders.days: 43 lies after the window'],
    [
      'mail',
      'password for {product}',
      'password for {name}',
      'mail.yaml: passwordReset.subject: {name} is none of {product}, {hours}, {phone}',
    ],
    [
      'mail',
      'If you did not ask for this,',
      'If {you} did not ask for this,',
      'mail.yaml: passwordReset.after[0]: {you} is none of {product}, {hours}, {phone}',
    ],
    [
      'survey',
      'text: Under 18,',
      'text: "",',
      'survey.yaml: questions[1].options[0].text: must not be empty',
    ],
    [
      'survey',
      'text: Under 18, excludes: true',
      'text: Under 18, exclude: true',
      'survey.yaml: questions[1].options[0]: has a field that is not known: exclude',
    ],
    ['survey', '{ id: 202,', '{ id: 201,', 'survey.yaml: questions[1].options[1].id: id 201 is used twice'],
    [
      'survey',
      'id: 101, text: "No"',
      'id: 101, text: Not at all',
      'survey.yaml: questions[0].options: the first question must have the two options No and Yes, in this order',
    ],
    [
      'survey',
      '[303, 304]',
      '[303, 399]',
      'survey.yaml: questions[5].options[1].excludesUnless: there is no option 399',
    ],
    [
      'survey',
      'questions: [8, 9]',
      'questions: [8, 99]',
      'survey.yaml: sums[0].questions: there is no question 99',
    ],
    [
      'survey',
      '{ from: 3, excludes',
      '{ from: 2, excludes',
      'survey.yaml: sums[0].bands[2].from: must be more than 2',
    ],
    [
      'survey',
      'group: low, from: 0',
      'group: low, from: 1',
      'survey.yaml: groups[0].from: the first group must start from 0',
    ],
    [
      'survey',
      '{ group: high',
      '{ group: huge',
      'survey.yaml: groups[2].group: must be one of low, medium, high',
    ],
    ['setup', '  - 403\n', '  - 499\n', 'setup.yaml: slowerWhen: there is no option 499'],
    ['setup', '    sets: dose\n', '', 'setup.yaml: questions: exactly one question must have sets: dose'],
    [
      'setup',
      ', timesperday: 2',
      '',
      'setup.yaml: questions[1].options: timesperday belongs to each option of the question with sets: timesperday, and to no other',
    ],
    [
      'setup',
      '    sets: dose\n',
      '    sets: dose\n    options:\n      - { id: 301, text: A lot }\n',
      "setup.yaml: questions[2].options: the medicine's doses are the options; remove these",
    ],
    [
      'setup',
      '- id: 3\n    page',
      '- id: 33\n    page',
      'setup.yaml: questions: the question with sets: dose must have id 3',
    ],
    [
      'product',
      'tel: tel:0355500123',
      'tel: tel:0355500124',
      'product.yaml: researchTeam.tel: 03 5550 0123 and tel:0355500124 are different numbers',
    ],
    [
      'mail',
      'Your two minutes\n',
      'Your two minutes about sertraline\n',
      'mail.yaml: dailyReminder.subject: “sertraline” tells others what it is about',
    ],
    [
      'mail',
      'Hello. You may have had',
      'Hello from the trial. You may have had',
      'mail.yaml: dailyReminder.last.before[0]: “trial” tells others what it is about',
    ],
    [
      'schedules',
      'split: 150mg once plus 75mg once',
      'split: in two parts',
      'schedules.yaml: schedules[16].doseWords[1].split: says no number, not 150, 75 as take does',
    ],
    [
      'setup',
      'id: 4\n    page: 3',
      'id: 4\n    page: 5',
      'setup.yaml: questions: questions must be in the order of their pages',
    ],
    [
      'medicines',
      'setupoption: 105',
      'setupoption: 104',
      'medicines.yaml: medicines: setup option 105 must choose one medicine, not 0',
    ],
    [
      'medicines',
      'setupoption: 105',
      'setupoption: 190',
      'medicines.yaml: medicines[4].setupoption: there is no medicine option 190',
    ],
    [
      'medicines',
      '{ id: 311, dose: 40 }',
      '{ id: 311, dose: 400 }',
      'medicines.yaml: medicines[0].doses[0]: 400 mg is more than maxPerDay, 40 mg',
    ],
    [
      'medicines',
      '{ id: 312, dose: 30 }',
      '{ id: 311, dose: 30 }',
      'medicines.yaml: medicines[0].doses[1].id: option 311 is used twice',
    ],
    [
      'medicines',
      '{ id: 312, dose: 30 }',
      '{ id: 401, dose: 30 }',
      'medicines.yaml: medicines[0].doses[1].id: option 401 is used twice',
    ],
    [
      'medicines',
      '{ id: 312, dose: 30 }',
      '{ id: 312, dose: thirty }',
      'medicines.yaml: medicines[0].doses[1].dose: must be of the kind "number"',
    ],
    [
      'schedules',
      'id: 18\n    medication: 9',
      'id: 18\n    medication: 10',
      'schedules.yaml: schedules[17].medication: there is no medicine 10',
    ],
    [
      'schedules',
      'id: 18\n    medication: 9\n    kind: slower',
      'id: 18\n    medication: 9\n    kind: standard',
      'schedules.yaml: schedules: Venlafaxine must have one slower schedule, not 0',
    ],
    [
      'schedules',
      '{ id: 102, dose: 30,',
      '{ id: 102, dose: 40,',
      'schedules.yaml: schedules[0].steps[1].dose: must be less than 40 before it',
    ],
    [
      'schedules',
      '{ id: 101, dose: 40,',
      '{ id: 101, dose: 41,',
      "schedules.yaml: schedules[0].steps[0].dose: 41 mg is more than the medicine's maxPerDay, 40 mg",
    ],
    [
      'schedules',
      '{ id: 102, dose: 30, days: 28',
      '{ id: 102, dose: 30, days: 0',
      'schedules.yaml: schedules[0].steps[1].days: only the last step may have 0 days',
    ],
    [
      'schedules',
      '{ id: 102, dose: 30, days: 28',
      '{ id: 102, dose: 30, days: 2.5',
      'schedules.yaml: schedules[0].steps[1].days: must be a whole number',
    ],
    [
      'schedules',
      '{ id: 105, dose: 0, days: 0',
      '{ id: 105, dose: 5, days: 28',
      'schedules.yaml: schedules[0].steps[4]: the last step must be dose 0 with days 0',
    ],
    [
      'tracker',
      'redflag: true, selfHarm: true',
      'selfHarm: true',
      'tracker.yaml: symptoms[11].redflag: a selfHarm symptom must be a warning sign',
    ],
    ['tracker', ', selfHarm: true', '', 'tracker.yaml: symptoms: one symptom must have selfHarm: true'],
    [
      'tracker',
      '{ text: Reading }',
      '{ text: Music }',
      'tracker.yaml: activities[7].text: "Music" is listed twice',
    ],
    [
      'product',
      '    to: "17:30"',
      '    to: "08:30"',
      'product.yaml: researchTeam.openingHours: they end before they begin',
    ],
    [
      'product',
      '    to: "17:30"',
      '    to: "09:00"',
      'product.yaml: researchTeam.openingHours: they end before they begin',
    ],
    [
      'product',
      'until: "2028-10-31"',
      'until: "2026-11-02"',
      'product.yaml: recruitment.until: must end after it begins',
    ],
    [
      'product',
      'schedule: 12, startDose: 100',
      'schedule: 99, startDose: 100',
      'product.yaml: demonstrationPlan.schedule: there is no schedule 99',
    ],
    [
      'product',
      'schedule: 12, startDose: 100',
      'schedule: 12, startDose: 40',
      'product.yaml: demonstrationPlan.startDose: 40 is not a dose on offer of its medicine',
    ],
    [
      'product',
      '"2027-01-26"',
      '"2027-01-01"',
      'product.yaml: researchTeam.holidays[3]: 2027-01-01 is listed twice',
    ],
    [
      'product',
      'Australia/Melbourne',
      'Australia/Atlantis',
      'product.yaml: timeZone: Australia/Atlantis is not a known time zone',
    ],
    [
      'product',
      'link: https://example.org/',
      'link: https://example.com/',
      'product.yaml: questionnaire.link: its host example.com is not in questionnaire.hosts',
    ],
    [
      'product',
      'link: https://example.org/',
      'link: http://example.org/',
      'product.yaml: questionnaire.link: must be a web address that starts with https://',
    ],
    [
      'product',
      'tel: tel:131114',
      'tel: tel:131141',
      'product.yaml: contacts.counselling.tel: 13 11 14 and tel:131141 are different numbers',
    ],
    [
      'privacy',
      'changed: 2019-03-15',
      'changed: 2019-02-30',
      'privacy.yaml: changed: must be a day that exists, written YYYY-MM-DD',
    ],
    ['privacy', 'title: Privacy Statement\n', '', 'privacy.yaml: title: is missing'],
    [
      'course',
      'a first step to {next}',
      'a first step to {nextDose}',
      'course.yaml: questions[0].text: {nextDose} is none of {dose}, {next}, {date}',
    ],
    [
      'course',
      'medicines: [9]',
      'medicines: [99]',
      'course.yaml: questions[7].medicines: there is no medicine 99',
    ],
    [
      'medicines',
      'id: 12, text: 20 mg tablet',
      'id: 11, text: 20 mg tablet',
      'medicines.yaml: medicines[0].forms[1].id: id 11 is used twice',
    ],
    [
      'doses',
      '{dose} a day on {date}',
      '{amount} a day on {date}',
      'doses.yaml: card.planned: {amount} is none of {dose}, {date}, {when}',
    ],
    [
      'doses',
      'You have come all the way',
      'You have come from {dose}',
      'doses.yaml: card.completed[0]: {dose} is not filled in here',
    ],
    [
      'questionnaires',
      '{ value: 1, text: "Yes" }',
      '{ value: 2, text: "Yes" }',
      'analysis.yaml: outcome.full: other_antidepressant of questionnaires.yaml is no choice with the value 1',
    ],
    ...['dose: 0, days: 28', 'dose: 5, days: 0'].map((last): [string, string, string, string] => [
      'schedules',
      '{ id: 105, dose: 0, days: 0',
      `{ id: 105, ${last}`,
      'schedules.yaml: schedules[0].steps[4]: the last step must be dose 0 with days 0',
    ]),
    [
      'schedules',
      'id: 17\n    medication: 9\n    kind: standard',
      'id: 17\n    medication: 9\n    kind: slower',
      'schedules.yaml: schedules: Venlafaxine must have one standard schedule, not 0',
    ],
    [
      'schedules',
      'prepareDays: 21',
      'prepareDays: 0',
      'schedules.yaml: prepareDays: Too small: expected number to be >=1',
    ],
    [
      'schedules',
      'maxDropFraction: 0.5',
      'maxDropFraction: 0',
      'schedules.yaml: taperLimits.maxDropFraction: Too small: expected number to be >0',
    ],
    [
      'setup',
      '- id: 1\n    page',
      '- id: 15\n    page',
      'setup.yaml: questions: the question with sets: medicine must have id 1',
    ],
    [
      'setup',
      '- id: 5\n    page',
      '- id: 15\n    page',
      'setup.yaml: questions: the question with sets: duration must have id 5',
    ],
    [
      'follow-ups',
      'before: 7',
      'before: 61',
      'follow-ups.yaml: window.before: Too big: expected number to be <=60',
    ],
    [
      'follow-ups',
      'hour: 10',
      'hour: 24',
      'follow-ups.yaml: reminders.hour: Too big: expected number to be <=23',
    ],
    ['course', 'strip: true\n', '', 'course.yaml: strip: is missing'],
    [
      'doses',
      'form: 13, count: 1 }]], text: "Take one 40 mg tablet."',
      'form: 13, count: 1 }]], text: "Take one 40 mg tablet every second day."',
      'doses.yaml: rows[0].text: Citalopram 40 mg: must say "every second day" where everySecondDay is set, and nowhere else',
    ],
    [
      'doses',
      'form: 13, count: 1 }]], text: "Take one 40 mg tablet."',
      'form: 13, count: 1 }]], text: "On 2 days take one 40 mg tablet."',
      'doses.yaml: rows[0].text: Citalopram 40 mg: says a number that take does not have',
    ],
    ['follow-ups', 'record={study_id}&months', 'months', 'follow-ups.yaml: link: has no {study_id}'],
    ['follow-ups', '[0, 14, 28]', '[0, 14, 14]', 'follow-ups.yaml: reminders.days[2]: must be more than 14'],
    [
      'product',
      'record={study_id}',
      'record={months}',
      'product.yaml: questionnaire.link: {months} is none of {study_id}',
    ],
    [
      'product',
      'number: "000"',
      'number: "112"',
      'product.yaml: contacts.emergency.tel: 112 and tel:000 are different numbers',
    ],
    [
      'product',
      '"sms:0477131114"',
      '"mailto:0477131114"',
      'product.yaml: textAndChat[0].url: must be a web address that starts with https://, or look like sms:0477131114',
    ],
    [
      'product',
      '    to: "17:30"',
      '    to: "24:00"',
      'product.yaml: researchTeam.openingHours.to: must look like 09:00',
    ],
    ['survey', '  - id: 3\n', '  - id: 2\n', 'survey.yaml: questions[2].id: id 2 is used twice'],
    [
      'survey',
      'group: high, from: 6',
      'group: high, from: 3',
      'survey.yaml: groups[2].from: must be more than 3',
    ],
    ['setup', '  - id: 6\n', '  - id: 4\n', 'setup.yaml: questions[5].id: id 4 is used twice'],
    ['setup', '{ id: 602,', '{ id: 601,', 'setup.yaml: questions[5].options[1].id: id 601 is used twice'],
    [
      'setup',
      '      - { id: 202, text: Twice a day, timesperday: 2 }\n',
      '',
      'setup.yaml: questions[1].options: must have at least two options',
    ],
    [
      'setup',
      '- { id: 502, text: 1 to 2 years }',
      '- { id: 502, text: 1 to 2 years, timesperday: 1 }',
      'setup.yaml: questions[4].options: timesperday belongs to each option of the question with sets: timesperday, and to no other',
    ],
    [
      'analysis',
      'full: other_antidepressant',
      'full: other',
      'analysis.yaml: outcome.full: questionnaires.yaml has no field other',
    ],
    [
      'analysis',
      'full: other_antidepressant',
      'full: dose_mg',
      'analysis.yaml: outcome.full: dose_mg of questionnaires.yaml is no choice with the value 1',
    ],
    ['medicines', '  - id: 3\n', '  - id: 2\n', 'medicines.yaml: medicines[2].id: id 2 is used twice'],
    [
      'medicines',
      '{ id: 312, dose: 30 }',
      '{ id: 312, dose: 40 }',
      'medicines.yaml: medicines[0].doses[1].dose: must be less than 40 before it',
    ],
    [
      'schedules',
      '  - id: 2\n    medication',
      '  - id: 1\n    medication',
      'schedules.yaml: schedules[1].id: id 1 is used twice',
    ],
    [
      'schedules',
      '{ id: 201, dose: 40',
      '{ id: 101, dose: 40',
      'schedules.yaml: schedules[1].steps[0].id: id 101 is used twice',
    ],
    [
      'tracker',
      'category: mood, text: Panic',
      'category: mood, text: Anxious',
      'tracker.yaml: symptoms[13].text: "mood: Anxious" is listed twice',
    ],
    [
      'course',
      'on {good} of {days} days recorded',
      'on {good} of {weeks} days recorded',
      'course.yaml: lookBack.recent: {weeks} is none of {good}, {days}',
    ],
    [
      'safety',
      'hours: 72\n',
      'hours: 23\n',
      'safety.yaml: help.hours: Too small: expected number to be >=24',
    ],
    ['safety', 'read your record {when}', 'read your record', 'safety.yaml: help.read: must have {when}'],
    ['safety', 'Talk first, to {who}', 'Talk first', 'safety.yaml: help.dose: must have {who}'],
    [
      'safety',
      'id: life-threatening',
      'id: Life',
      'safety.yaml: criteria[1].id: must be small letters and hyphens',
    ],
    [
      'doses',
      'due since {date}',
      'due since {day}',
      'doses.yaml: card.due: {day} is none of {dose}, {date}, {when}',
    ],
    [
      'doses',
      'It waits, without a day',
      'It waits, without {a} day',
      'doses.yaml: card.waiting: {a} is none of {dose}, {date}, {when}',
    ],
    [
      'doses',
      'before you take {dose} again',
      'before {date}',
      'doses.yaml: card.goBackFromZero: {date} is none of {dose}',
    ],
    [
      'doses',
      'You reported 0 mg before',
      'You reported {dose} before',
      'doses.yaml: card.stoppedEarly[0]: {dose} is not filled in here',
    ],
    [
      'doses',
      'which dose you take now. Your',
      'which dose you take now, {dose}. Your',
      'doses.yaml: card.unknown: {dose} is not filled in here',
    ],
    [
      'mail',
      'Erase my address now',
      'Erase {address} now',
      'mail.yaml: monthReminder.unsubscribe: {address} is none of {product}, {hours}, {phone}',
    ],
    [
      'mail',
      'Questions? Call the research team',
      'Questions? Call {name}',
      'mail.yaml: closing: {name} is none of {product}, {hours}, {phone}',
    ],
    [
      'mail',
      'link: See who waits',
      'link: See {who} waits',
      'mail.yaml: allocationNotice.link: {who} is none of {product}, {hours}, {phone}',
    ],
    [
      'mail',
      'for next week',
      'for {hours}',
      'mail.yaml: stepMessages.announced.subject: {hours} is none of {product}',
    ],
    ...disclosingMail(),
    ...doseRowFaults(),
    ...doseWordFaults(),
    ['course', 'strip: true', 'strip: yes please', 'course.yaml: strip: must be of the kind "boolean"'],
  ])('%s: %j as %j', (file, from, to, fault) => {
    edit(file, from, to);
    expect(faultsOf(() => loadContent(folder))).toContain(fault);
  });

  test.each([
    [3, [4, 5], 2],
    [4, [6, 7, 8], 5],
    [5, [9, 10, 11], 4],
  ])('page %i of setup without a question is named', (page, ids, other) => {
    for (const id of ids) edit('setup', `id: ${id}\n    page: ${page}`, `id: ${id}\n    page: ${other}`);
    expect(faultsOf(() => loadContent(folder))).toEqual([
      `setup.yaml: questions: page ${page} has no question`,
    ]);
  });

  test.each([
    ['follow-ups', '[0, 14, 28]', '[0, 14, 42]'],
    ['questionnaires', '    min: 0\n    max: 10\n', '    min: 10\n    max: 10\n'],
    ['product', 'until: "2028-10-31"', 'until: "2026-11-03"'],
    // The same symptom in another category, and the same row for another number of times a day.
    ['tracker', 'category: mood, text: Panic', 'category: mood, text: Headache'],
    ['mail', 'Here are your two minutes', 'Here are your two mandoses'],
  ])('%s: %j as %j is at the end of what is allowed', (file, from, to) => {
    edit(file, from, to);
    expect(faultsOf(() => loadContent(folder))).toEqual([]);
  });

  test('broken YAML is named with its line', () => {
    edit('tracker', '{ text: Walk }', '{ text: Walk');
    const line =
      readFileSync(join(folder, 'tracker.yaml'), 'utf8').split('\n').indexOf('  - { text: Walk') + 1;
    const faults = faultsOf(() => loadContent(folder));
    expect(faults[0]).toMatch(new RegExp(`^tracker\\.yaml: line (${line}|${line + 1}): `));
  });

  test('a missing file is named, beside the faults of the others', () => {
    rmSync(join(folder, 'consent.yaml'));
    edit('privacy', 'title: Privacy Statement\n', '');
    expect(faultsOf(() => loadContent(folder))).toEqual([
      'consent.yaml: file: cannot be read (ENOENT)',
      'privacy.yaml: title: is missing',
    ]);
  });

  test('every fault is in the message', () => {
    edit('survey', '{ id: 202,', '{ id: 201,');
    edit('product', 'Australia/Melbourne', 'Australia/Atlantis');
    expect(() => loadContent(folder)).toThrow(/product\.yaml: timeZone: .*\n.*survey\.yaml: questions\[1\]/);
  });
});

test('markup is reduced to plain structure and https links', () => {
  edit(
    'schedules',
    '<p>This schedule lowers citalopram to nothing, in steps of 4 weeks. It starts from the dose you take now.</p>\n      <ul>',
    '<p onclick="x()">A <a href="https://example.org" target="x">link</a>, <a href="javascript:x()">none</a>, <a href="http://example.org">plain</a>, <a href="//example.org">relative</a></p><script>x()</script><img src="x">\n      <ul>',
  );
  edit('setup', '<em>If your dose', '<em style="color: red">If <iframe></iframe> your dose');
  const { schedules, setup } = loadContent(folder);
  expect(schedules[0]?.description).toMatch(
    /^<p>A <a href="https:\/\/example.org">link<\/a>, <a>none<\/a>, <a>plain<\/a>, <a>relative<\/a><\/p>\s*<ul>/,
  );
  expect(setup.questions[2]?.text).toContain('<em>If  your dose');
});

test('a version changes with its own file and with no other, and the whole with any', () => {
  const before = loadContent(folder);
  edit('tracker', 'text: Walk }', 'text: A walk }');
  const after = loadContent(folder);
  const changed = Object.entries(after.versions).filter(([file, version]) => {
    return before.versions[file as keyof typeof before.versions] !== version;
  });
  expect(changed.map(([file]) => file)).toEqual(['tracker']);
  expect(after.version).not.toBe(before.version);
  expect(loadContent(folder).version).toBe(after.version);
  expect(after.version).toMatch(/^[0-9a-f]{64}$/);
});

test('content counts as demonstration until no file is', () => {
  const files = Object.keys(loadContent(folder).versions);
  for (const file of files) {
    expect(loadContent(folder).demonstration).toBe(true);
    edit(file, 'demonstration: true', 'demonstration: false');
  }
  expect(loadContent(folder).demonstration).toBe(false);
});

test('without hours for the ethics committee none are due, and a question without a reason counts as another one', () => {
  edit('safety', 'ethicsWithinHours: 72\n', '');
  edit('survey', '    reason: life-event\n', '');
  const { safety, survey } = loadContent(folder);
  expect([safety.ethicsWithinHours, survey.questions[0]?.reason]).toEqual([null, 'other']);
});

test('nothing can change the loaded content', () => {
  const content = loadContent(folder);
  const option = content.survey.questions[0]?.options[1];
  expect(() => Object.assign(option as object, { excludes: true })).toThrow(TypeError);
  expect(() => content.schedules[0]?.steps.pop()).toThrow(TypeError);
});

test('another class of medicine, in another unit and twice a day, is a matter of content only', () => {
  const { medicines, schedules } = loadContent(
    join(import.meta.dirname, '../../../../../e2e/second-trial/content'),
  );
  const [medicine] = medicines;
  expect([medicine?.unit, medicine?.timesperday, medicine?.doses[0]?.text]).toEqual([
    'micrograms',
    [2],
    '2000 micrograms',
  ]);
  expect(new Set(schedules.map(({ unit }) => unit))).toEqual(new Set(['micrograms']));
  // Of a message that others may see arrive, the unit says what it is about.
  edit('mail', 'Your next questionnaire\n', 'Your 20 mg\n');
  expect(faultsOf(() => loadContent(folder))).toEqual([
    'mail.yaml: followUp.subject: “mg” tells others what it is about',
  ]);
});
