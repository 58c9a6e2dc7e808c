import type { Staff } from './staff.entity.ts';
import { hasRight } from './staff-rights.ts';

/**
 * What of a participant one member of staff may see. A page, or a section of one, asks for a right; what is shown in part
 * is decided by this.
 */
export interface Viewer {
  /** Names, contact details and what was written freely; otherwise the study id stands for the participant. */
  names: boolean;
  /** The group, and whatever only one group has. Without it, nothing shown may differ by the group. */
  arms: boolean;
}

export const viewerOf = (staff: Pick<Staff, 'roles'>): Viewer => ({
  names: hasRight(staff, 'see-names'),
  arms: hasRight(staff, 'see-arms'),
});

/** What the viewer calls a participant. */
export const nameFor = (
  { names }: Viewer,
  {
    firstName,
    lastName,
    studyId,
  }: { firstName: string; lastName: string; studyId?: string | null | undefined },
): string =>
  names
    ? `${firstName} ${lastName}`.trim() || 'Participant without a name'
    : (studyId ?? 'Participant without a study id');

/** `nameFor` in SQL, of the participant `p`; empty where there is none. */
export const nameSqlFor = ({ names }: Viewer): string =>
  names ? `trim(p.first_name || ' ' || p.last_name)` : `coalesce(p.study_id, '')`;
