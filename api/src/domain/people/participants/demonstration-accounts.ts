import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';

export const DEMONSTRATION_PASSWORD = 'four calm steps down';

const eligible = { surveyDone: true, stratum: 'low', predict: 1 };
const consented = { ...eligible, consentAgree: true };

/** One participant at each stage of the journey. All have the same password. */
export const demonstrationParticipants = [
  {
    email: 'new@demo.stepwise.example',
    firstName: 'Nina',
    stage: 'just signed up: consent comes next',
    state: { ...eligible, homeStep: HOME_STEP.consent },
  },
  {
    email: 'consented@demo.stepwise.example',
    firstName: 'Carl',
    stage: 'consented: the questionnaire comes next',
    state: { ...consented, homeStep: HOME_STEP.questionnaire },
  },
  {
    email: 'plan@demo.stepwise.example',
    firstName: 'Petra',
    stage: 'in the reduction group: the plan comes next',
    state: { ...consented, homeStep: HOME_STEP.plan, randomise: true },
  },
  {
    email: 'timeline@demo.stepwise.example',
    firstName: 'Tom',
    stage: 'on the timeline, with sixty days of records',
    state: { ...consented, homeStep: HOME_STEP.timeline, randomise: true },
  },
  {
    email: 'usual@demo.stepwise.example',
    firstName: 'Uma',
    stage: 'in the usual-care group: will be contacted for the follow-ups',
    state: { ...consented, homeStep: HOME_STEP.plan, randomise: false },
  },
] as const;

export const demonstrationStaff = [
  { email: 'researcher@demo.stepwise.example', name: 'Robin Researcher', roles: ['researcher'] },
  { email: 'admin@demo.stepwise.example', name: 'Ada Admin', roles: ['manager'] },
  {
    email: 'investigator@demo.stepwise.example',
    name: 'Ines Investigator',
    roles: ['investigator'],
  },
  { email: 'safety-board@demo.stepwise.example', name: 'Sam Safety', roles: ['safety-board'] },
  { email: 'monitor@demo.stepwise.example', name: 'Mona Monitor', roles: ['monitor'] },
  { email: 'statistician@demo.stepwise.example', name: 'Stan Statistician', roles: ['statistician'] },
  { email: 'allocator@demo.stepwise.example', name: 'Alma Allocator', roles: ['allocator'] },
  { email: 'blinded@demo.stepwise.example', name: 'Blair Blinded', roles: ['blinded-researcher'] },
  {
    email: 'blinded-statistician@demo.stepwise.example',
    name: 'Bea Blinded',
    roles: ['blinded-statistician'],
  },
] as const;
