import { countWaitingSigns } from '../../domain/care/warning-signs/find-warning-signs.ts';
import { countDataQueries } from '../../domain/data/data-queries/find-data-queries.ts';
import type { StaffRight } from '../../domain/people/staff/staff-rights.ts';
import { countUnsignedAdverseEvents } from '../../domain/trial/adverse-events/find-adverse-events.ts';
import { countAwaitingTeam } from '../../domain/trial/randomisation/find-awaiting.ts';
import type { EntityManager } from '../../platform/database/orm.ts';
import { PARTICIPANTS } from '../../request/team-paths.ts';

export const HOME = '/admin';
export const LOG_IN = '/admin/log-in';
export const LOG_IN_CODE = '/admin/log-in/code';
export const LOG_IN_PASSKEY = '/admin/log-in/passkey';
export const LOG_OUT = '/admin/log-out';
export const ACCOUNT = '/admin/account';
export const SECOND_FACTOR = `${ACCOUNT}/second-factor`;
export const SESSIONS = `${ACCOUNT}/sessions`;
export const PASSKEYS = `${ACCOUNT}/passkeys`;
export const STAFF = '/admin/staff';
export { PARTICIPANTS };
export const WARNING_SIGNS = '/admin/warning-signs';
export const ADVERSE_EVENTS = '/admin/adverse-events';
export const SAFETY_REPORT = '/admin/safety-report';
export const TRIAL = '/admin/trial';
export const FOLLOW_UPS = '/admin/follow-ups';
export const DATA_QUERIES = '/admin/data-queries';
export const DATA_LOCKS = '/admin/data-locks';
export const LOCK_EVERYBODY = `${DATA_LOCKS}/everybody`;
export const RESULTS = '/admin/questionnaire-results';
export const LINKAGE = '/admin/linkage';
export const MISSING_DAYS = '/admin/missing-days';
export const ALLOCATION = '/admin/allocation';
export const ALLOCATION_REPORT = `${ALLOCATION}/report`;
export const RECEIPTS = '/admin/receipts';
export const EXPORT = '/admin/export';
export const AUDIT = '/admin/audit';
export const CONTENT = '/admin/content';
export const RELEASES = '/admin/releases';
export const staffPath = (id: string): string => `${STAFF}/${id}`;
export const participantPath = (id: string): string => `${PARTICIPANTS}/${id}`;
export const valuesPath = (id: string): string => `${participantPath(id)}/values`;
export const lockPath = (id: string): string => `${participantPath(id)}/lock`;
export const closePath = (id: string): string => `${participantPath(id)}/close`;
export const reopenPath = (id: string): string => `${participantPath(id)}/reopen`;
export const allocatePath = (id: string): string => `${participantPath(id)}/allocate`;
export const warningSignPath = (id: string): string => `${WARNING_SIGNS}/${id}`;
export const warningPersonPath = (participantId: string): string =>
  `${WARNING_SIGNS}/people/${participantId}`;
export const adverseEventPath = (id: string): string => `${ADVERSE_EVENTS}/${id}`;
export const newAdverseEventPath = (participantId: string): string =>
  `${participantPath(participantId)}/adverse-events`;
export const dataLockPath = (id: string): string => `${DATA_LOCKS}/${id}`;
export const linkagePath = (id: string): string => `${LINKAGE}/${id}`;
export const dataQueryPath = (id: string): string => `${DATA_QUERIES}/${id}`;
export const newDataQueryPath = (participantId: string): string =>
  `${participantPath(participantId)}/data-queries`;
export const revealHelpersPath = (id: string): string => `${participantPath(id)}/helpers`;
export const confirmAddressPath = (id: string): string => `${participantPath(id)}/confirm-address`;

interface NavigationEntry {
  path: string;
  label: string;
  /** The entry is shown to members of staff who have it. */
  right: StaffRight;
  /** How many things wait there for the team. */
  waiting?: (em: EntityManager) => Promise<number>;
}

/** Entries that a wide screen shows under one word. */
interface NavigationGroup {
  label: string;
  entries: readonly NavigationEntry[];
}

/** The team's pages that have a place in the navigation, in its order: at most seven beside each other. */
export const NAVIGATION: readonly (NavigationEntry | NavigationGroup)[] = [
  { path: HOME, label: 'Today', right: 'own-account' },
  { path: PARTICIPANTS, label: 'Participants', right: 'see-participants' },
  {
    label: 'Safety',
    entries: [
      {
        path: WARNING_SIGNS,
        label: 'Warning signs',
        right: 'review-warnings',
        waiting: (em) => countWaitingSigns(em),
      },
      {
        path: ADVERSE_EVENTS,
        label: 'Adverse events',
        right: 'see-adverse-events',
        waiting: (em) => countUnsignedAdverseEvents(em),
      },
      { path: SAFETY_REPORT, label: 'Closed safety report', right: 'see-safety-report' },
    ],
  },
  { path: FOLLOW_UPS, label: 'Follow-ups', right: 'see-follow-ups' },
  {
    label: 'Data',
    entries: [
      {
        path: DATA_QUERIES,
        label: 'Data queries',
        right: 'see-queries',
        waiting: (em) => countDataQueries(em, 'open'),
      },
      { path: DATA_LOCKS, label: 'Data locks', right: 'lock-data' },
      { path: RESULTS, label: 'Questionnaire results', right: 'import-results' },
      { path: LINKAGE, label: 'Linkage', right: 'see-linkage' },
      { path: EXPORT, label: 'Export', right: 'export' },
    ],
  },
  {
    label: 'Trial',
    entries: [
      { path: TRIAL, label: 'At a glance', right: 'see-trial' },
      { path: ALLOCATION, label: 'Allocation', right: 'allocate', waiting: countAwaitingTeam },
      { path: RECEIPTS, label: 'Receipts', right: 'withdraw' },
    ],
  },
  {
    label: 'More',
    entries: [
      { path: AUDIT, label: 'Audit log', right: 'read-audit' },
      { path: CONTENT, label: 'Content', right: 'see-content' },
      { path: RELEASES, label: 'Releases', right: 'see-content' },
      { path: STAFF, label: 'Team', right: 'manage-staff' },
    ],
  },
];
