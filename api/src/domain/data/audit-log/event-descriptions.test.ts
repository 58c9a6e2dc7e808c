import { expect, test } from '@jest/globals';
import { AUDIT_EVENT_TYPES, describeForParticipant, describeForTeam } from './event-descriptions.ts';

test('an event is described for who reads it, and one of an earlier release by its type', () => {
  expect(describeForTeam('plan.changed')).toBe('changed the participant’s plan');
  expect(describeForParticipant('plan.changed')).toBe('changed your plan');
  expect(describeForTeam('plan.of-an-earlier-release')).toBe('plan.of-an-earlier-release');
});

/** What the first and the second word of a type have to bring into its description. */
const SUBJECTS: Record<string, RegExp> = {
  acting: /act/,
  activity: /activities/,
  address: /email address/,
  'adverse-event': /adverse event/,
  allocation: /randomised|allocation/,
  audit: /audit log/,
  baseline: /medicine/,
  consent: /consent/,
  data: /data/,
  'data-consent': /data/,
  'data-query': /data query/,
  details: /personal details/,
  doctor: /doctor or nurse/,
  dose: /dose/,
  'dose-question': /dose/,
  export: /export of the data/,
  'follow-up': /follow-up questionnaire/,
  helpers: /doctor and support person/,
  linkage: /linkage file/,
  note: /note/,
  notifications: /notifications/,
  participation: /participation/,
  password: /password/,
  plan: /plan/,
  'questionnaire-results': /results of the questionnaires/,
  record: /record of a day/,
  reminder: /daily reminder/,
  signature: /signed/,
  'step-messages': /messages about a step/,
  strengths: /strengths/,
  support: /support person/,
  symptom: /symptoms/,
  value: /value/,
  'warning-sign': /warning sign/,
};
const DONE: Record<string, RegExp> = {
  added: /added|wrote|noted|signed/,
  answered: /answered/,
  asked: /asked/,
  changed: /changed|chose|moved/,
  chosen: /chose/,
  closed: /closed/,
  corrected: /corrected/,
  'cut-off': /cut off/,
  downloaded: /downloaded/,
  exported: /exported/,
  finished: /finished/,
  given: /gave/,
  left: /^left/,
  'logged-in': /logged in/,
  'logged-out': /logged .*out/,
  opened: /opened/,
  reopened: /again/,
  released: /released/,
  removed: /removed/,
  reported: /reported|downloaded/,
  resumed: /again|came back/,
  saved: /saved|answered/,
  signed: /signed/,
  started: /began|started|looked/,
  'stopped-by-link': /stopped .* by a link/,
  'turned-off': /turned off/,
  'turned-on': /turned on/,
  unlocked: /unlocked/,
  locked: /^locked/,
  verified: /compared/,
  voided: /voided/,
};

test.each(AUDIT_EVENT_TYPES)('%s is described by what it is about and what was done', (type) => {
  const [subject = '', done = ''] = type.split('.');
  for (const description of [describeForTeam(type), describeForParticipant(type)]) {
    expect(description).not.toMatch(/[{}]/);
    expect(description).toMatch(SUBJECTS[subject] ?? /./);
    expect(description).toMatch(DONE[done] ?? /./);
  }
  expect(describeForParticipant(type)).not.toContain('the participant');
});
