import { expect, test } from '@jest/globals';
import { PLAN_ACTIONS, PLAN_ACTORS, PLAN_REJECTIONS, PLAN_STATES, planRejection } from './plan-state.ts';

/** How the rows below write each rejection. */
const LETTERS: Record<string, string> = {
  'not-offered': 'n',
  'no-schedule': 's',
  started: 'S',
  'dose-unknown': 'u',
  'no-waiting-step': 'w',
  'left-plan': 'l',
  withdrawn: 'x',
  'team-only': 't',
};
const CHOICE = ['n..SSSSSlx', 'n.....u.lx'];
const CHANGE = ['ns.SSSSSlx', 'ns....u.lx'];
const REPORT = ['ns......lx', 'ns......lx'];
const LIST_EDIT = ['n........x', 'n........x'];
const NEVER = 'tttttttttt';
/** For the participant, then for the team; a letter for each state in the order of `PLAN_STATES`, a dot where allowed. */
const TABLE: Record<string, string[]> = {
  setupSaveOption: CHOICE,
  setupScore: ['n.........', 'n.........'],
  saveSchedule: CHOICE,
  saveDose: CHANGE,
  saveMedcustom: [NEVER, 'ns....u.lx'],
  setStepDay: [NEVER, 'nswww.wwlx'],
  saveRecord: REPORT,
  reportDose: REPORT,
  saveStrengths: REPORT,
  prepareStep: REPORT,
  askAboutDose: ['ns........', 'ns........'],
  addActivity: LIST_EDIT,
  deleteActivity: LIST_EDIT,
  addSymptom: LIST_EDIT,
  deleteSymptom: LIST_EDIT,
  saveSymptom: LIST_EDIT,
  leavePlan: ['n.......lx', 'n.......lx'],
};

test('each state allows its actions and gives a reason for the others', () => {
  const written = PLAN_ACTIONS.map((action) => [
    action,
    PLAN_ACTORS.map((actor) =>
      PLAN_STATES.map((state) => {
        const rejection = planRejection(action, state, actor);
        return rejection === null ? '.' : LETTERS[rejection];
      }).join(''),
    ),
  ]);
  expect(Object.fromEntries(written)).toEqual(TABLE);
});

test('an action rejected for now may be allowed later, one that is never allowed may not', () => {
  const later = Object.entries(PLAN_REJECTIONS).filter(([, code]) => code === 'not-yet');
  expect(later.map(([rejection]) => rejection)).toEqual(
    Object.keys(LETTERS).filter((rejection) => rejection !== 'started' && rejection !== 'team-only'),
  );
  expect([PLAN_REJECTIONS.started, PLAN_REJECTIONS['team-only']]).toEqual(['not-allowed', 'not-allowed']);
});
