import type { StaffRight } from '../staff/staff-rights.ts';

export const LOG_IN = '/admin/log-in';
export const PARTICIPANTS = '/admin/participants';
export const participantPath = (id: string): string => `${PARTICIPANTS}/${id}`;

interface NavigationEntry {
  path: string;
  label: string;
  /** Who lacks it does not see the entry. */
  right: StaffRight;
}

/** The team's pages that have a place in the navigation, in its order. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { path: PARTICIPANTS, label: 'Participants', right: 'see-participants' },
];
