import { allData, logoutUser } from '@stepwise/shared-contracts/calls/session.calls';
import { participantSaves } from '@stepwise/shared-contracts/optimistic/participant-saves';

/** What the shell needs for a participant and not for a visitor. */
export const participantBundle = { allData, logoutUser, saves: participantSaves };

export type ParticipantBundle = typeof participantBundle;
