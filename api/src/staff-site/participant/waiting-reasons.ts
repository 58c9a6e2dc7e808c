import type { Participant } from '../../domain/people/participants/participant.entity.ts';
import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import {
  findPossibleDuplicates,
  LIKENESSES,
  type PossibleDuplicate,
} from '../../domain/trial/randomisation/find-possible-duplicates.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { participantPath } from '../page/navigation.ts';
import type { StaffRequest } from '../page/staff-request.ts';

/** Why a participant waits to be randomised, a sentence each, with the accounts to compare theirs with. */
export async function waitingReasons(
  { op, services, staff, viewer }: StaffRequest,
  { id, awaitsRandomisation, heldAsBurst }: Participant,
): Promise<Html[]> {
  const isManual = services.config.allocation === 'manual';
  const duplicates = await findPossibleDuplicates(op.db, id);
  const named = (other: PossibleDuplicate) => {
    const name = viewer.names
      ? other.name || 'a participant without a name'
      : (other.studyId ?? 'a participant');
    return hasRight(staff, 'see-participants')
      ? html`<a class="pages-link" href="${participantPath(other.id)}">${name}</a>`
      : name;
  };
  const reasons = [
    awaitsRandomisation === 'address' &&
      html`The email address is not confirmed. Randomisation follows by itself once the link sent there is opened, unless there is another reason.`,
    heldAsBurst && html`Many confirmed their questionnaires from the same network within minutes.`,
    !viewer.arms &&
      duplicates.length > 0 &&
      html`It may be a second account of the same person: a manager compares them.`,
    ...(viewer.arms ? duplicates : []).map(
      (other) =>
        html`${LIKENESSES[other.likeness]} ${named(other)}. It may be a second account of the same person, or not.`,
    ),
    isManual && html`Allocation is manual.`,
  ].filter((reason) => reason !== false);
  return reasons.length > 0 ? reasons : [html`A check held them when they confirmed. Nothing is left of it.`];
}
