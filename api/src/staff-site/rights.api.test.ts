// In one file: the rights of each role and the pages that ask for them.
import { expect, test } from '@jest/globals';
import Router from '@koa/router';
import { allCalls } from '@stepwise/shared-contracts/calls/all-calls';
import { isNightly } from '@stepwise/tooling/testing/nightly';
import { STAFF_ROLES, type StaffRole } from '../domain/people/staff/staff.entity.ts';
import { hasRight, type StaffRight } from '../domain/people/staff/staff-rights.ts';
import { createTestApi } from '../testing/create-test-api.ts';
import { logInStaff, openStaffBrowser, type StaffBrowser } from '../testing/staff-browser.ts';
import type { PageServices } from './page/staff-request.ts';
import { addPages, teamPages } from './staff-site.ts';

const LOG_IN = '/admin/log-in';
const SECOND_FACTOR = '/admin/account/second-factor';
const LOG_OUT = 'POST /admin/log-out';
/** What is open to those who are not logged in. */
const LOG_IN_PAGES = ['', '/code', '/code/passkey', '/passkey', '/passkey/answer'].flatMap((step) => [
  `GET ${LOG_IN}${step}`,
  `POST ${LOG_IN}${step}`,
]);
const NO_RIGHT = 'Your role on the team does not allow this.';

/** Every page of the team by the right it asks for. A new page has to be named here, and is then tried below. */
const PAGES: Record<StaffRight, string[]> = {
  'own-account': [
    LOG_OUT,
    'GET /admin',
    'GET /admin/account',
    'GET /admin/account/password',
    'POST /admin/account/password',
    'GET /admin/account/sessions/end',
    'POST /admin/account/sessions/end',
    'GET /admin/account/sessions/end-others',
    'POST /admin/account/sessions/end-others',
    'GET /admin/account/second-factor',
    'POST /admin/account/second-factor',
    'GET /admin/account/second-factor/remove',
    'POST /admin/account/second-factor/remove',
    ...['', '/add', '/rename', '/remove'].flatMap((step) => [
      `GET /admin/account/passkeys${step}`,
      `POST /admin/account/passkeys${step}`,
    ]),
  ],
  'see-participants': ['GET /admin/participants', 'POST /admin/participants', 'GET /admin/participants/:id'],
  'see-names': ['GET /admin/participants/:id/consents/:consent'],
  'see-arms': [],
  act: [
    'GET /admin/participants/:id/act',
    'POST /admin/participants/:id/act',
    'GET /admin/participants/:id/contact',
    'POST /admin/participants/:id/contact',
    'GET /admin/participants/:id/dose-questions',
    'GET /admin/participants/:id/notes',
    'POST /admin/participants/:id/dose-questions',
    'POST /admin/participants/:id/notes',
    'GET /admin/participants/:id/questionnaire-link',
    'POST /admin/participants/:id/questionnaire-link',
    'GET /admin/participants/:id/step-day',
    'POST /admin/participants/:id/step-day',
  ],
  'review-warnings': [
    'GET /admin/warning-signs',
    'GET /admin/warning-signs/:id',
    'GET /admin/warning-signs/people/:id',
    'POST /admin/warning-signs/people/:id',
    'POST /admin/warning-signs/people/:id/owner',
    'POST /admin/warning-signs/:id',
  ],
  'see-adverse-events': [
    'GET /admin/adverse-events',
    'GET /admin/adverse-events/:id',
    'GET /admin/adverse-events/:id/cioms',
  ],
  'see-safety-report': ['GET /admin/safety-report'],
  'see-follow-ups': ['GET /admin/follow-ups'],
  'record-follow-up': [
    'GET /admin/participants/:id/contact-attempts',
    'POST /admin/participants/:id/contact-attempts',
    'GET /admin/participants/:id/follow-ups',
    'POST /admin/participants/:id/follow-ups',
  ],
  'see-helpers': [],
  'reveal-helpers': ['GET /admin/participants/:id/helpers', 'POST /admin/participants/:id/helpers'],
  'change-adverse-event': [
    'GET /admin/adverse-events/:id/change',
    'GET /admin/adverse-events/:id/void',
    'POST /admin/adverse-events/:id/change',
    'POST /admin/adverse-events/:id/void',
  ],
  'report-adverse-event': [
    'GET /admin/participants/:id/adverse-events',
    'POST /admin/participants/:id/adverse-events',
  ],
  'sign-adverse-event': ['POST /admin/adverse-events/:id/sign'],
  'see-queries': ['GET /admin/data-queries', 'GET /admin/data-queries/:id', 'GET /admin/missing-days'],
  'raise-query': [
    'GET /admin/participants/:id/data-queries',
    'POST /admin/data-queries/:id/close',
    'POST /admin/participants/:id/data-queries',
  ],
  'answer-query': ['POST /admin/data-queries/:id/answer'],
  'see-values': ['GET /admin/participants/:id/values'],
  'correct-values': [
    'GET /admin/participants/:id/values/correct',
    'POST /admin/participants/:id/values/correct',
  ],
  'verify-values': ['POST /admin/participants/:id/values'],
  'lock-data': [
    'GET /admin/data-locks',
    'GET /admin/data-locks/:id',
    'GET /admin/data-locks/everybody',
    'GET /admin/participants/:id/close',
    'GET /admin/participants/:id/lock',
    'GET /admin/participants/:id/reopen',
    'POST /admin/data-locks',
    'POST /admin/data-locks/:id',
    'POST /admin/data-locks/everybody',
    'POST /admin/participants/:id/close',
    'POST /admin/participants/:id/lock',
    'POST /admin/participants/:id/reopen',
  ],
  'import-results': ['GET /admin/questionnaire-results', 'POST /admin/questionnaire-results'],
  'see-linkage': [
    'GET /admin/linkage',
    'GET /admin/linkage/:id',
    'GET /admin/linkage/:id/file',
    'POST /admin/linkage/:id',
    'POST /admin/linkage/:id/file',
  ],
  'start-linkage': ['POST /admin/linkage'],
  allocate: [
    'GET /admin/allocation',
    'GET /admin/participants/:id/allocate',
    'POST /admin/participants/:id/allocate',
  ],
  withdraw: [
    'GET /admin/receipts',
    'GET /admin/participants/:id/leave-plan',
    'POST /admin/participants/:id/leave-plan',
    'GET /admin/participants/:id/resume-plan',
    'POST /admin/participants/:id/resume-plan',
    'GET /admin/participants/:id/withdraw/:choice',
    'POST /admin/participants/:id/withdraw/:choice',
  ],
  'confirm-address': [
    'GET /admin/participants/:id/confirm-address',
    'POST /admin/participants/:id/confirm-address',
  ],
  'read-audit': [
    'GET /admin/audit',
    'POST /admin/audit',
    'POST /admin/audit/export-search',
    'POST /admin/audit/verify',
    'GET /admin/participants/:id/day',
    'GET /admin/participants/:id/day/:day',
  ],
  'report-allocation': ['POST /admin/allocation/report'],
  'export-audit': ['POST /admin/audit/export'],
  'see-trial': ['GET /admin/trial', 'GET /admin/trial/:group'],
  'export-whole': [],
  export: ['GET /admin/export', 'POST /admin/export'],
  'export-dates': [],
  'see-content': ['GET /admin/content', 'GET /admin/content/:hash', 'GET /admin/releases'],
  'manage-staff': [
    'GET /admin/staff',
    'POST /admin/staff',
    'GET /admin/staff/:id',
    'GET /admin/staff/:id/role',
    'POST /admin/staff/:id/role',
    'POST /admin/staff/:id/password-link',
    'POST /admin/staff/:id/second-factor',
    'GET /admin/staff/:id/remove',
    'POST /admin/staff/:id/remove',
  ],
};

const TEAM = ['researcher', 'manager', 'investigator'] as const;

/** Who has each right. A change of a role has to be written down here as well. */
const ROLES_BY_RIGHT: Record<StaffRight, readonly StaffRole[]> = {
  'own-account': STAFF_ROLES,
  'see-participants': [...TEAM, 'monitor', 'blinded-researcher'],
  'see-names': [...TEAM, 'blinded-researcher'],
  'see-arms': [...TEAM, 'monitor', 'statistician'],
  'see-trial': [...TEAM, 'monitor', 'statistician', 'blinded-researcher'],
  act: TEAM,
  'review-warnings': TEAM,
  'see-follow-ups': [...TEAM, 'monitor', 'blinded-researcher'],
  'record-follow-up': [...TEAM, 'blinded-researcher'],
  'see-helpers': TEAM,
  'reveal-helpers': ['blinded-researcher'],
  'report-adverse-event': [...TEAM, 'blinded-researcher'],
  'see-adverse-events': [...TEAM, 'monitor'],
  'change-adverse-event': TEAM,
  'sign-adverse-event': ['investigator'],
  'see-safety-report': ['safety-board'],
  'see-queries': [...TEAM, 'monitor'],
  'raise-query': [...TEAM, 'monitor'],
  'answer-query': TEAM,
  'import-results': ['manager'],
  'see-linkage': ['manager', 'statistician'],
  'start-linkage': ['manager'],
  'see-values': [...TEAM, 'monitor', 'blinded-researcher'],
  'correct-values': ['manager', 'investigator'],
  'verify-values': ['monitor'],
  'lock-data': ['manager', 'investigator'],
  allocate: ['manager', 'allocator'],
  withdraw: ['manager'],
  'confirm-address': ['manager'],
  'read-audit': ['manager', 'monitor'],
  'export-audit': ['manager'],
  'report-allocation': ['manager', 'statistician'],
  export: ['manager', 'statistician', 'blinded-statistician'],
  'export-whole': ['manager', 'statistician'],
  'export-dates': ['manager', 'statistician'],
  'see-content': ['manager', 'monitor'],
  'manage-staff': ['manager'],
};

const registered: { page: string; right: StaffRight }[] = [];
teamPages({
  get: (path, right) => registered.push({ page: `GET ${path}`, right }),
  post: (path, right) => registered.push({ page: `POST ${path}`, right }),
});
/** Log-out comes last, since one browser tries them all. */
registered.sort((a, b) => Number(a.page === LOG_OUT) - Number(b.page === LOG_OUT));

const api = await createTestApi();
const strict = await createTestApi({ config: { staffSecondFactor: 'required' } });

/** Asks for a page as its address and method say, with a form that holds no more than its token. */
async function ask(browser: StaffBrowser, page: string, id: string) {
  const [method = '', address = ''] = page.split(' ');
  const path = address.replaceAll(/:\w+/g, id);
  if (method === 'GET') return browser.open(path);
  return browser.post(path, { csrfToken: browser.cookies.get('csrftoken') ?? '' });
}

async function participantsBrowser() {
  const own = await api.logIn({ stage: 'timeline' });
  const browser = openStaffBrowser(api);
  for (const name of ['stepwise.session', 'stepwise.session.sig', 'csrftoken'])
    browser.cookies.set(name, own.cookies.get(name));
  return Object.assign(browser, { participant: own.participant });
}

test('every page asks for the right that is written down for it', () => {
  const byRight = Object.fromEntries(Object.keys(PAGES).map((right) => [right, [] as string[]]));
  for (const { page, right } of registered) byRight[right]?.push(page);
  for (const pages of [...Object.values(byRight), ...Object.values(PAGES)]) pages.sort();
  expect(byRight).toEqual(PAGES);
});

test('each right belongs to the roles that are written down for it', () => {
  const held = Object.keys(ROLES_BY_RIGHT).map((right) => [
    right,
    STAFF_ROLES.filter((role) => hasRight({ roles: [role] }, right as StaffRight)).sort(),
  ]);
  expect(held).toEqual(Object.entries(ROLES_BY_RIGHT).map(([right, roles]) => [right, [...roles].sort()]));
});

test('every address of the team’s site but the log-in asks for a right', () => {
  const router = new Router();
  addPages(router, {} as PageServices);
  const answered = router.stack.flatMap(({ methods, path }) =>
    methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${path}`),
  );
  expect(answered.sort()).toEqual([...registered.map(({ page }) => page), ...LOG_IN_PAGES].sort());
});

test('a visitor and a participant are sent to the log-in of the team by every page', async () => {
  const participant = await participantsBrowser();
  const visitor = openStaffBrowser(api);
  await visitor.open(LOG_IN);
  for (const { page } of registered)
    for (const browser of [visitor, participant]) {
      const { status, location } = await ask(browser, page, participant.participant.id);
      expect({ page, status, location }).toEqual({ page, status: 303, location: LOG_IN });
    }
});

/**
 * In the nightly run each role tries every page; otherwise at least one of each right, so that roles in turn try each page
 * a third of the times.
 */
const MAX_TURNS = 3;
function pagesFor(role: StaffRole) {
  const turn = STAFF_ROLES.indexOf(role);
  return registered.filter(({ page, right }) => {
    const ofRight = PAGES[right];
    return isNightly || (ofRight.indexOf(page) + turn) % Math.min(MAX_TURNS, ofRight.length) === 0;
  });
}

test('each page is tried with several roles, and each role tries a page of every right', () => {
  for (const { page } of registered)
    expect(
      STAFF_ROLES.filter((role) => pagesFor(role).some((tried) => tried.page === page)).length,
    ).toBeGreaterThan(2);
  const rights = new Set(registered.map(({ right }) => right));
  for (const role of STAFF_ROLES) expect(new Set(pagesFor(role).map(({ right }) => right))).toEqual(rights);
});

test.each(STAFF_ROLES)('a %s gets what the role allows and nothing else', async (role) => {
  const { id } = await api.buildParticipant({ stage: 'timeline' });
  const browser = await logInStaff(api, role);
  for (const { page, right } of pagesFor(role)) {
    const { status, location, text } = await ask(browser, page, id);
    const isRejected = status === 403 && text.includes(NO_RIGHT);
    expect({ page, isRejected }).toEqual({ page, isRejected: !ROLES_BY_RIGHT[right].includes(role) });
    expect(status).toBeLessThan(500);
    if (page !== LOG_OUT) expect({ page, location }).not.toMatchObject({ location: LOG_IN });
  }
});

test('every call of a participant rejects a member of staff who does not act', async () => {
  const browser = await logInStaff(api, 'manager', 'statistician');
  await browser.open('/admin');
  for (const { path, method, access } of Object.values(allCalls))
    if (access === 'participant') {
      const { status } = await browser.request(path, { method, ...(method === 'POST' && { body: {} }) });
      expect({ path, status }).toEqual({ path, status: 401 });
    }
});

test('redirects a member of staff without the required second factor to its set-up from every page but log-out', async () => {
  const { id } = await strict.buildParticipant();
  const browser = await logInStaff(strict, 'manager');
  for (const { page } of registered) {
    const { status, location } = await ask(browser, page, id);
    if (page.endsWith(` ${SECOND_FACTOR}`)) expect({ page, location }).toEqual({ page, location: null });
    else {
      const place = page === LOG_OUT ? LOG_IN : SECOND_FACTOR;
      expect({ page, status, location }).toEqual({ page, status: 303, location: place });
    }
  }
  expect(await strict.query('select 1 from audit_event where subject = $1', [id])).toEqual([]);
});

test('a staff form without its token changes nothing for any role', async () => {
  const browser = await logInStaff(api, 'manager');
  const { id } = await api.buildParticipant();
  for (const { page } of registered) {
    const [method, address = ''] = page.split(' ');
    if (method !== 'POST') continue;
    const { status, text } = await browser.post(address.replaceAll(/:\w+/g, id), { csrfToken: 'wrong' });
    expect({ page, status, text }).toMatchObject({
      page,
      status: 403,
      text: expect.stringContaining('out of date'),
    });
  }
});
