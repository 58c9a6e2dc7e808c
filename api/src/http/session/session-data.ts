import type { ParticipantFilter } from '../../modules/participant-overview/find-participants.ts';
import type { FeatureOverrides } from '../../modules/overrides/feature-overrides.ts';
import type { SurveyOutcome } from '../../modules/survey/score-survey.ts';

/** What a browser's session remembers. */
export interface SessionData {
  /** When the session began, in ms since the epoch: the absolute time-out counts from here. */
  startedAt: number;
  /** The token that a POST has to bring in its header. */
  csrfToken: string;
  participantId?: string;
  staffId?: string;
  /** A member of staff acting for `participantId`, until the instant (ms). */
  acting?: { reason: string; until: number };
  /** The score of a visitor's survey, until they sign up. Never the answers. */
  survey?: SurveyOutcome;
  /** The hash of the token by which this browser may choose a new password. */
  passwordReset?: string;
  /** What a member of staff last looked for in the list of participants. */
  participantFilter?: ParticipantFilter;
  /** Where a developer's browser gets features from instead of their releases. */
  overrides?: FeatureOverrides;
}
