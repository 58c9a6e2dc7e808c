import * as z from 'zod';
import { STAFF_ROLES, type Staff, type StaffRole } from './staff.entity.ts';

const EVERY_ROLE = STAFF_ROLES;
const TEAM = ['researcher', 'manager', 'investigator'] as const;

interface Right {
  /** What it allows, in the words of the team's pages. */
  text: string;
  roles: readonly StaffRole[];
}

/** What members of the research team may do, and in which roles. A page of the team, and a part of one, asks for one. */
const RIGHTS = {
  'own-account': { text: 'use their own account', roles: EVERY_ROLE },
  'see-participants': {
    text: 'see who takes part: recruitment and consent',
    roles: [...TEAM, 'monitor', 'blinded-researcher'],
  },
  'see-names': {
    text: 'see names, contact details and what was written freely',
    roles: [...TEAM, 'blinded-researcher'],
  },
  'see-arms': {
    text: 'see the group and what only one group has: plan, doses, records, warning signs',
    roles: [...TEAM, 'monitor', 'statistician'],
  },
  'see-trial': {
    text: 'see the trial at a glance; with the group and names only by the rights above',
    roles: [...TEAM, 'monitor', 'statistician', 'blinded-researcher'],
  },
  act: { text: 'act for participants, change their details, write notes', roles: TEAM },
  'review-warnings': { text: 'handle warning signs', roles: TEAM },
  'see-follow-ups': {
    text: 'see follow-ups and study ids',
    roles: [...TEAM, 'monitor', 'blinded-researcher'],
  },
  'record-follow-up': {
    text: 'note contact attempts and follow-ups that were done',
    roles: [...TEAM, 'blinded-researcher'],
  },
  'see-helpers': { text: 'see the doctor and the support person', roles: TEAM },
  'reveal-helpers': {
    text: 'see the doctor and the support person in an emergency, with a reason',
    roles: ['blinded-researcher'],
  },
  'report-adverse-event': {
    text: 'report adverse events that they hear of',
    roles: [...TEAM, 'blinded-researcher'],
  },
  'see-adverse-events': { text: 'see adverse events', roles: [...TEAM, 'monitor'] },
  'change-adverse-event': { text: 'assess and change adverse events', roles: TEAM },
  'sign-adverse-event': { text: 'sign adverse events that another wrote', roles: ['investigator'] },
  'see-safety-report': { text: 'see the closed safety report, by group', roles: ['safety-board'] },
  'see-queries': { text: 'see data queries and the days without a record', roles: [...TEAM, 'monitor'] },
  'raise-query': { text: 'raise and close data queries', roles: [...TEAM, 'monitor'] },
  'answer-query': { text: 'answer data queries', roles: TEAM },
  'import-results': { text: 'import the results of the questionnaires', roles: ['manager'] },
  'see-linkage': {
    text: 'release the linkage file that a manager started, and download it',
    roles: ['manager', 'statistician'],
  },
  'start-linkage': { text: 'start the release of the linkage file', roles: ['manager'] },
  'see-values': {
    text: 'see single values with their corrections',
    roles: [...TEAM, 'monitor', 'blinded-researcher'],
  },
  'correct-values': {
    text: 'correct what was typed or reported, signed',
    roles: ['manager', 'investigator'],
  },
  'verify-values': { text: 'mark values as compared with their source', roles: ['monitor'] },
  'lock-data': { text: 'lock and unlock data, signed', roles: ['manager', 'investigator'] },
  allocate: { text: 'randomise', roles: ['manager', 'allocator'] },
  withdraw: { text: 'carry out data choices', roles: ['manager'] },
  'confirm-address': { text: 'confirm an email address', roles: ['manager'] },
  'read-audit': { text: 'read the audit log and download a search', roles: ['manager', 'monitor'] },
  'export-audit': { text: 'download the whole audit log, with names', roles: ['manager'] },
  'report-allocation': { text: 'download the allocation report', roles: ['manager', 'statistician'] },
  export: { text: 'export the data, masked', roles: ['manager', 'statistician', 'blinded-statistician'] },
  'export-whole': { text: 'export the data with the groups', roles: ['manager', 'statistician'] },
  'export-dates': {
    text: 'export calendar dates beside the study days',
    roles: ['manager', 'statistician'],
  },
  'see-content': { text: 'see content, consent versions and releases', roles: ['manager', 'monitor'] },
  'manage-staff': { text: 'manage the team', roles: ['manager'] },
} as const satisfies Record<string, Right>;

export type StaffRight = keyof typeof RIGHTS;

/** Each role in the words of the team's pages. */
export const ROLES: Record<StaffRole, string> = {
  researcher: 'Researcher',
  manager: 'Manager',
  investigator: 'Investigator',
  monitor: 'Monitor',
  statistician: 'Statistician',
  allocator: 'Allocator',
  'blinded-researcher': 'Blinded researcher',
  'blinded-statistician': 'Blinded statistician',
  'safety-board': 'Safety board',
};

export const rolesText = (roles: readonly StaffRole[]): string => roles.map((role) => ROLES[role]).join(', ');

const allows = (role: StaffRole, right: StaffRight): boolean =>
  (RIGHTS[right].roles as readonly StaffRole[]).includes(role);

export const hasRight = ({ roles }: Pick<Staff, 'roles'>, right: StaffRight): boolean =>
  roles.some((role) => allows(role, right));

/** Every right in words, with whether each role has it, for the table on the team's page. */
export const RIGHTS_BY_ROLE: readonly { text: string; allowed: readonly boolean[] }[] = (
  Object.keys(RIGHTS) as StaffRight[]
).map((right) => ({
  text: RIGHTS[right].text,
  allowed: STAFF_ROLES.map((role) => allows(role, right)),
}));

/** What a role must not see. Held together with a role that sees it, it would say nothing. */
const WITHHOLDS: Partial<Record<StaffRole, { right: StaffRight; cause: string }>> = {
  'blinded-researcher': { right: 'see-arms', cause: 'must not learn a participant’s group' },
  'blinded-statistician': { right: 'see-arms', cause: 'must not learn a participant’s group' },
  monitor: { right: 'see-names', cause: 'must not see names' },
};

/** Why these roles cannot be held by one person, in words; null where they can. */
function rolesFault(roles: readonly StaffRole[]): string | null {
  if (roles.length > 1 && roles.includes('safety-board'))
    return 'A member of the safety board holds no other role: they see the groups side by side.';
  for (const role of roles) {
    const withheld = WITHHOLDS[role];
    const other = withheld && roles.find((each) => allows(each, withheld.right));
    if (other)
      return `${ROLES[role]} and ${ROLES[other]} exclude one another: a ${ROLES[role].toLowerCase()} ${withheld.cause}.`;
  }
  return null;
}

/** The roles of one person, as one or as a list: at least one, each once, and none that excludes another. */
export const rolesSchema = z
  .preprocess(
    (given) => [given ?? []].flat(),
    z
      .array(z.enum(STAFF_ROLES, 'This role is not known. Choose from the list.'))
      .min(1, 'Choose at least one role.'),
  )
  .transform((chosen) => STAFF_ROLES.filter((role) => chosen.includes(role)))
  .superRefine((roles, context) => {
    const message = rolesFault(roles);
    if (message) context.addIssue({ code: 'custom', message });
  });
