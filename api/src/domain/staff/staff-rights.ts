import type { Staff } from './staff.entity.ts';

const RESEARCHER = ['own-account', 'see-participants', 'act', 'review-warnings'] as const;
const MANAGER = [
  ...RESEARCHER,
  'allocate',
  'withdraw',
  'confirm-address',
  'read-audit',
  'export',
  'see-content',
  'manage-staff',
] as const;

/** Something a member of the research team may do. A page of the team asks for one. */
export type StaffRight = (typeof MANAGER)[number];

const RIGHTS: Record<Staff['role'], readonly StaffRight[]> = { researcher: RESEARCHER, manager: MANAGER };

/** Each role in the words of the team's pages. */
export const ROLES: Record<Staff['role'], string> = { researcher: 'Researcher', manager: 'Manager' };

export const hasRight = ({ role }: Pick<Staff, 'role'>, right: StaffRight): boolean =>
  RIGHTS[role].includes(right);
